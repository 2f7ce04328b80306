import { useState } from 'react';
import { Button, Modal } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { Template } from '@lintel/contract/emails/templates';
import type { sendTest as endpoint } from '@lintel/contract/emails/queue';
import { call } from '../../lib/api/call.ts';
import { closeForm } from '../../lib/form/confirmations.ts';
import { useSession } from '../../lib/session.ts';
import { toastLife } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { ChangedNotice } from '../../ui/changed-notice.tsx';
import { IconHistory, IconSend } from '../../ui/icons.ts';
import { MessagePreview } from './message-preview.tsx';
import { draftBody, previewQuery, type Draft } from './requests.ts';
import { TemplateFields } from './template-fields.tsx';
import { toDraft, useTemplateForm, type TemplateForm } from './use-template-form.ts';
import { VersionsModal } from './versions-modal.tsx';
import { Rich } from '../../ui/rich.tsx';
import { RestoredLine } from '../../ui/restored-line.tsx';
import classes from './emails.module.css';

const send = call<typeof endpoint>(
  { method: 'POST', path: '/manage/emails/templates/test', encoding: 'form' },
  { handles: [500] },
);

/** Sends a draft with sample data to the user's own address. */
const sendTest = (draft: Draft) => send({ body: draftBody(draft) });

interface Props {
  /** The template to edit; null creates one. */
  template: Template | null;
  /** The event's name of a stored template. */
  usedFor: string | undefined;
  onClose(): void;
}

/** Delay after typing before the preview updates, in milliseconds. */
const rest = 500;

/** Creates or edits a template, with a preview next to it. */
export function TemplateModal({ template, usedFor, onClose }: Props) {
  const used = useTemplateForm({ template, onSaved: onClose });
  const [showsVersions, setShowsVersions] = useState(false);
  const narrow = useMediaQuery('(max-width: 768px)') ?? false;
  const leave = (): void => {
    used.kept.remove();
    onClose();
  };
  const restored = ({ id, subject, body, version }: Template): void => {
    used.setValue('subject', subject);
    used.setValue('body', body);
    used.see({ id, version });
    setShowsVersions(false);
  };
  return (
    <>
      <Modal
        opened
        onClose={() =>
          void closeForm(leave, {
            dirty: used.dirty,
            lost: m.common_templateUnsaved(),
          })
        }
        title={template === null ? m.emails_template_createTitle() : m.emails_template_editTitle()}
        size={1320}
        fullScreen={narrow}
        closeOnClickOutside={false}
        closeOnEscape={!showsVersions}
        classNames={{ body: classes.modal ?? '' }}
      >
        <Editor
          used={used}
          template={template}
          usedFor={usedFor}
          onClose={leave}
          onShowVersions={() => setShowsVersions(true)}
        />
      </Modal>
      {template !== null && showsVersions && (
        <VersionsModal
          template={template}
          onRestored={restored}
          onClose={() => setShowsVersions(false)}
        />
      )}
    </>
  );
}

interface EditorProps extends Props {
  used: TemplateForm;
  onShowVersions(): void;
}

function Editor({ used, template, usedFor, onClose, onShowVersions }: EditorProps) {
  const [draft] = useDebouncedValue(toDraft(used.values), rest);
  const { data } = useQuery(previewQuery(draft));
  const { conflict } = used;
  return (
    <form {...used.form}>
      <div className={classes.editor}>
        <div className={classes.side}>
          {conflict && (
            <ChangedNotice
              saved={{ by: conflict.newer.lastEditBy, at: conflict.newer.lastEdit }}
              differing={conflict.differing}
              onKeep={used.overwriteStored}
              onDiscardOwn={used.discardOwn}
            />
          )}
          {usedFor !== undefined && (
            <p className={classes.quiet}>
              <Rich
                text={m.emails_template_usedForText({ usedFor })}
                parts={{ strong: (words) => <strong>{words}</strong> }}
              />
            </p>
          )}
          <TemplateFields used={used} isNew={template === null} problem={data?.problem} />
          <RestoredLine kept={used.kept} />
        </div>
        <section className={classes.beside} aria-label={m.common_preview()}>
          <MessagePreview draft={draft} />
        </section>
      </div>
      <Foot
        used={used}
        isNew={template === null}
        onClose={onClose}
        onShowVersions={onShowVersions}
      />
    </form>
  );
}

interface FootProps extends Pick<EditorProps, 'used' | 'onClose' | 'onShowVersions'> {
  isNew: boolean;
}

const Foot = ({ used, isNew, onClose, onShowVersions }: FootProps) => (
  <div className={classes.foot}>
    <Button type="submit" loading={used.busy}>
      {isNew ? m.common_add() : m.common_update()}
    </Button>
    <Button variant="default" onClick={onClose} disabled={used.busy}>
      {m.common_cancel()}
    </Button>
    <div className={classes.buttons}>
      {!isNew && (
        <Button
          variant="default"
          leftSection={<IconHistory size={16} aria-hidden />}
          onClick={onShowVersions}
        >
          {m.common_versions()}
        </Button>
      )}
      <TestButton draft={toDraft(used.values)} />
    </div>
  </div>
);

/** Sends the current draft, with sample data, to the user's own address. */
function TestButton({ draft }: { draft: Draft }) {
  const { email } = useSession();
  const { busy, run } = useAction({
    call: sendTest,
    successToast: () => [m.emails_template_testSent({ email }), 'success', toastLife.long],
    failureLife: toastLife.long,
  });
  const incomplete = draft.subject.trim() === '' || draft.body.trim() === '';
  return (
    <Button
      variant="default"
      leftSection={<IconSend size={16} aria-hidden />}
      disabled={incomplete}
      loading={busy}
      onClick={() => void run(draft)}
    >
      {m.emails_template_sendTest()}
    </Button>
  );
}
