import { useState } from 'react';
import { Button, Modal, Pagination } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Template } from '@lintel/contract/emails';
import { dialogStore, openDialog } from '../../lib/dialog.ts';
import { showToast } from '../../lib/toast.ts';
import { failureText } from '../../lib/unexpected.ts';
import { ErrorState } from '../../ui/states.tsx';
import { versionsQuery, type TemplateVersion } from './api/get-versions.ts';
import { restoreVersion } from './api/restore-version.ts';
import { formatMoment } from '../../lib/format-moment.ts';
import { MessagePreview } from './message-preview.tsx';
import classes from './versions-modal.module.css';
import emails from './emails.module.css';

interface Props {
  template: Template;
  onRestored(template: Template): void;
  onClose(): void;
}

/** The states that a template has had: look at one, put one back. */
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
      title="Versions"
      size={1080}
      fullScreen={narrow}
      classNames={{ title: emails.title ?? '' }}
    >
      {list.isError && <ErrorState onRetry={() => void list.refetch()} />}
      {shown !== undefined && (
        <div className={classes.versions}>
          <div>
            <ul className={classes.list} aria-label="Versions">
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
          <Shown template={template} version={shown} onRestored={onRestored} />
        </div>
      )}
    </Modal>
  );
}

interface ShownProps extends Pick<Props, 'template' | 'onRestored'> {
  version: TemplateVersion;
}

/** A version as a message, and the way back to it. */
function Shown({ template, version, onRestored }: ShownProps) {
  const restore = useRestore(template, onRestored);
  const ask = async (): Promise<void> => {
    if (await confirmed(version)) restore.mutate(version);
  };
  return (
    <section className={classes.shown} aria-label={`Version ${version.version}`}>
      <MessagePreview draft={draftOf(template, version)} short />
      {!version.current && (
        <Button loading={restore.isPending} onClick={() => void ask()}>
          Restore version {version.version}
        </Button>
      )}
    </section>
  );
}

const perPage = 25;

const draftOf = ({ usedFor, unsubscribe }: Template, { subject, body }: TemplateVersion) => ({
  subject,
  body,
  usedFor: String(usedFor),
  unsubscribe,
});

const confirmed = ({ version }: TemplateVersion): Promise<boolean> =>
  openDialog({
    title: `Restore version ${version}?`,
    text: 'Its subject and body come into use at once and replace those in the form. The present ones stay in the list.',
    confirm: 'Restore',
    cancel: 'Cancel',
    tone: 'warning',
  });

function useRestore(template: Template, onRestored: Props['onRestored']) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ version }: TemplateVersion) => restoreVersion(template.id, version),
    onSuccess: (answer, { version }) => {
      showToast(`Version ${version} restored`);
      void client.invalidateQueries({ queryKey: ['emails'] });
      onRestored(answer.template);
    },
    onError: (error) => showToast(failureText(error), 'danger'),
  });
}

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
        Version {version}
        {current && <em>In use</em>}
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
