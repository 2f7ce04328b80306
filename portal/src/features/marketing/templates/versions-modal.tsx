import { useState, type ReactNode } from 'react';
import { Button, Modal, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { dialogStore, openDialog } from '../../../lib/dialog.ts';
import { formatMoment } from '../../../lib/format-moment.ts';
import { useAction } from '../../../lib/use-action.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { HtmlField } from './template-workspace.tsx';
import {
  restoreVersion,
  templatesKey,
  versionsQuery,
  type TemplateKind,
  type TemplateVersion,
} from './requests.ts';
import classes from './versions.module.css';

const confirmed = (version: number): Promise<boolean> =>
  openDialog({
    title: m.common_restoreVersion_title({ version }),
    text: m.marketing_versions_restoreText(),
    confirm: m.common_restore(),
    cancel: m.common_cancel(),
    tone: 'warning',
  });

/** Restores an earlier version of a template after confirmation. */
const useRestore = (kind: TemplateKind, id: number, onRestored: () => void) =>
  useAction({
    ask: confirmed,
    call: (version: number) => restoreVersion(kind, id, version),
    successToast: (_answer, version) => m.common_restoreVersion_done({ version }),
    refresh: [templatesKey],
    onDone: onRestored,
  });

interface Props {
  kind: TemplateKind;
  template: { id: number; title: string };
  mayRestore: boolean;
  onClose: () => void;
  /** Renders a version. */
  renderPreview: (version: TemplateVersion) => ReactNode;
}

/** The versions of a template: view one or restore one. */
export function VersionsModal({ kind, template, mayRestore, onClose, renderPreview }: Props) {
  const list = useQuery(versionsQuery(kind, template.id));
  const [chosen, setChosen] = useState<number>();
  const restore = useRestore(kind, template.id, onClose);
  const narrow = useMediaQuery('(max-width: 768px)') ?? false;
  const shown = list.data?.find(({ version }) => version === chosen) ?? list.data?.[0];
  return (
    <Modal
      opened
      onClose={() => dialogStore.get() === null && onClose()}
      title={m.marketing_versions_of({ template: template.title })}
      size={1080}
      fullScreen={narrow}
    >
      {list.isError && <ErrorState onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton height={320} radius="md" />}
      {list.data !== undefined && shown !== undefined && (
        <div className={classes.versions}>
          <VersionList versions={list.data} shown={shown.version} onChoose={setChosen} />
          <section
            className={classes.shown}
            aria-label={m.common_versionNumber({ version: shown.version })}
          >
            {shown.description !== '' && <p>{shown.description}</p>}
            {renderPreview(shown)}
            <HtmlField key={`code ${shown.version}`} value={shown.body} />
            {mayRestore && !shown.current && (
              <Button loading={restore.busy} onClick={() => void restore.run(shown.version)}>
                {m.common_restoreVersion({ version: shown.version })}
              </Button>
            )}
          </section>
        </div>
      )}
    </Modal>
  );
}

interface VersionListProps {
  versions: readonly TemplateVersion[];
  /** The number of the version in view. */
  shown: number;
  onChoose: (version: number) => void;
}

const VersionList = ({ versions, shown, onChoose }: VersionListProps) => (
  <ul className={classes.list} aria-label={m.common_versions()}>
    {versions.map(({ version, savedAt, savedBy, current }) => (
      <li key={version}>
        <button
          type="button"
          className={classes.version}
          aria-pressed={version === shown}
          onClick={() => onChoose(version)}
        >
          <strong>
            {m.common_versionNumber({ version })}

            {current && <StatusBadge status={m.marketing_versions_current()} tone="green" />}
          </strong>
          <span>{formatMoment(savedAt)}</span>
          <span>{savedBy}</span>
        </button>
      </li>
    ))}
  </ul>
);
