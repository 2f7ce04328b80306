import { useState } from 'react';
import { Button, Modal, Pagination } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { output } from 'zod';
import * as m from '#messages';
import type { Template } from '@lintel/contract/emails/templates';
import type {
  listVersions,
  restoreVersion as endpoint,
  templateVersion,
} from '@lintel/contract/emails/queue';
import { call } from '../../lib/api/call.ts';
import { dialogStore, openDialog } from '../../lib/dialog.ts';
import { formatMoment } from '../../lib/format-moment.ts';
import { useAction } from '../../lib/use-action.ts';
import { ErrorState } from '../../ui/states.tsx';
import { MessagePreview } from './message-preview.tsx';
import emails from './emails.module.css';
import classes from './versions-modal.module.css';

const restore = call<typeof endpoint>(
  { method: 'POST', path: '/manage/emails/templates/{id}/versions/{version}/restore' },
  { handles: [500] },
);

/** Restores a version's subject and body and returns the stored template. */
const restoreVersion = (id: number, version: number) => restore({ params: { id, version } });

const getVersions = call<typeof listVersions>({
  method: 'GET',
  path: '/manage/emails/templates/{id}/versions',
});

type TemplateVersion = output<typeof templateVersion>;

/** A template's versions, newest first, 25 at a time. */
const versionsQuery = (id: number, page = 1) =>
  queryOptions({
    queryKey: ['emails', 'versions', id, page],
    queryFn: ({ signal }) =>
      getVersions({ params: { id }, query: { page, limit: 25 } }, { signal }),
    staleTime: 0,
  });

interface Props {
  template: Template;
  onRestored(template: Template): void;
  onClose(): void;
}

/** A template's versions, to view and restore. */
export function VersionsModal({ template, onRestored, onClose }: Props) {
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<TemplateVersion>();
  const list = useQuery(versionsQuery(template.id, page));
  const narrow = useMediaQuery('(max-width: 768px)') ?? false;
  const versions = list.data?.data ?? [];
  const shown = chosen ?? versions[0];
  return (
    <Modal
      opened
      onClose={() => dialogStore.get() === null && onClose()}
      title={m.common_versions()}
      size={1080}
      fullScreen={narrow}
      classNames={{ title: emails.title ?? '' }}
    >
      {list.isError && <ErrorState onRetry={() => void list.refetch()} />}
      {shown !== undefined && (
        <div className={classes.versions}>
          <div>
            <ul className={classes.list} aria-label={m.common_versions()}>
              {versions.map((version) => (
                <li key={version.version}>
                  <Version
                    version={version}
                    chosen={version.version === shown.version}
                    onChoose={() => setChosen(version)}
                  />
                </li>
              ))}
            </ul>
            <Pages total={list.data?.total ?? 0} page={page} onPage={setPage} />
          </div>
          <VersionPreview template={template} version={shown} onRestored={onRestored} />
        </div>
      )}
    </Modal>
  );
}

interface ShownProps extends Pick<Props, 'template' | 'onRestored'> {
  version: TemplateVersion;
}

/** A version as a message, with a back button. */
function VersionPreview({ template, version, onRestored }: ShownProps) {
  const restore = useRestore(template, onRestored);
  return (
    <section
      className={classes.shown}
      aria-label={m.common_versionNumber({ version: version.version })}
    >
      <MessagePreview draft={toDraft(template, version)} short />
      {!version.current && (
        <Button loading={restore.busy} onClick={() => void restore.run(version)}>
          {m.common_restoreVersion({ version: version.version })}
        </Button>
      )}
    </section>
  );
}

const perPage = 25;

const toDraft = ({ usedFor, unsubscribe }: Template, { subject, body }: TemplateVersion) => ({
  subject,
  body,
  usedFor: String(usedFor),
  unsubscribe,
});

const confirmed = ({ version }: TemplateVersion): Promise<boolean> =>
  openDialog({
    title: m.common_restoreVersion_title({ version }),
    text: m.emails_versions_restoreText(),
    confirm: m.common_restore(),
    cancel: m.common_cancel(),
    tone: 'warning',
  });

const useRestore = (template: Template, onRestored: Props['onRestored']) =>
  useAction({
    ask: confirmed,
    call: ({ version }: TemplateVersion) => restoreVersion(template.id, version),
    successToast: (_answer, { version }) => m.common_restoreVersion_done({ version }),
    onAnswer: (answer) => onRestored(answer.template),
    refresh: [['emails']],
  });

interface VersionProps {
  version: TemplateVersion;
  chosen: boolean;
  onChoose(): void;
}

function Version({
  version: { version, savedAt, savedBy, current },
  chosen,
  onChoose,
}: VersionProps) {
  return (
    <button type="button" className={classes.version} aria-pressed={chosen} onClick={onChoose}>
      <strong>
        {m.common_versionNumber({ version })}

        {current && <em>{m.common_inUse()}</em>}
      </strong>
      <span>{formatMoment(savedAt)}</span>
      <span>{savedBy}</span>
    </button>
  );
}

function Pages({
  total,
  page,
  onPage,
}: {
  total: number;
  page: number;
  onPage: (page: number) => void;
}) {
  if (total <= perPage) return null;
  return <Pagination size="sm" total={Math.ceil(total / perPage)} value={page} onChange={onPage} />;
}
