import { useState } from 'react';
import { Button, Modal } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Template } from '@lintel/contract/emails';
import { closeForm } from '../../lib/form/ask-first.ts';
import { IconHistory } from '../../ui/icons.ts';
import { previewQuery } from './api/preview-template.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import { MessagePreview } from './message-preview.tsx';
import { TemplateFields } from './template-fields.tsx';
import { TestButton } from './test-button.tsx';
import { draftOf } from './template-values.ts';
import { useTemplateForm, type TemplateForm } from './use-template-form.ts';
import { VersionsModal } from './versions-modal.tsx';
import classes from './emails.module.css';

interface Props {
  /** The template that is changed; null makes a new one. */
  template: Template | null;
  /** The name of the event of a template that exists. */
  usedFor: string | undefined;
  onClose(): void;
}

/** How long typing rests before the preview follows, in milliseconds. */
const rest = 500;

/** Makes a template or changes one, with a look at the message beside it. */
export function TemplateModal({ template, usedFor, onClose }: Props) {
  const used = useTemplateForm({ template, onSaved: onClose });
  const [showsVersions, setShowsVersions] = useState(false);
  const narrow = useMediaQuery('(max-width: 768px)') ?? false;
  const restored = ({ subject, body, version }: Template): void => {
    used.setValue('subject', subject);
    used.setValue('body', body);
    used.newer.see(version);
    setShowsVersions(false);
  };
  return (
    <>
      <Modal
        opened
        onClose={() =>
          void closeForm(onClose, {
            dirty: used.dirty,
            lost: 'What you changed in this template is not saved.',
          })
        }
        title={template === null ? 'Create E-mail template' : 'Edit E-mail template'}
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
          onClose={onClose}
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
  const [draft] = useDebouncedValue(draftOf(used.values), rest);
  const { data } = useQuery(previewQuery(draft));
  const { found } = used.newer;
  return (
    <form {...used.form}>
      <div className={classes.editor}>
        <div className={classes.side}>
          {found !== null && (
            <ConflictNotice
              theirs={found}
              mine={used.values}
              onSaveOver={used.saveOver}
              onReload={used.takeTheirs}
            />
          )}
          {usedFor !== undefined && (
            <p className={classes.quiet}>
              Used for <strong>{usedFor}</strong>
            </p>
          )}
          <TemplateFields used={used} isNew={template === null} problem={data?.problem} />
        </div>
        <section className={classes.beside} aria-label="Preview">
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
      {isNew ? 'Add' : 'Update'}
    </Button>
    <Button variant="default" onClick={onClose} disabled={used.busy}>
      Cancel
    </Button>
    <div className={classes.buttons}>
      {!isNew && (
        <Button
          variant="default"
          leftSection={<IconHistory size={16} aria-hidden />}
          onClick={onShowVersions}
        >
          Versions
        </Button>
      )}
      <TestButton draft={draftOf(used.values)} />
    </div>
  </div>
);
