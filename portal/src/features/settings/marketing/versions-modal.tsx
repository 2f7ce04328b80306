import { useState, type ReactNode } from 'react';
import { Button, Modal, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { dialogStore } from '../../../lib/dialog.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { versionsQuery, type TemplateKind, type TemplateVersion } from './api/template-versions.ts';
import { HtmlField } from './html-field.tsx';
import { useRestore } from './use-restore.ts';
import { VersionList } from './version-list.tsx';
import classes from './versions.module.css';

interface Props {
  kind: TemplateKind;
  template: { id: number; title: string };
  mayRestore: boolean;
  onClose: () => void;
  /** How a version looks. */
  renderPreview: (version: TemplateVersion) => ReactNode;
}

/** The states that a template has had: look at one, put one back. */
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
      title={`Versions of ${template.title}`}
      size={1080}
      fullScreen={narrow}
    >
      {list.isError && <ErrorState onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton height={320} radius="md" />}
      {list.data !== undefined && shown !== undefined && (
        <div className={classes.versions}>
          <VersionList versions={list.data} shown={shown.version} onChoose={setChosen} />
          <section className={classes.shown} aria-label={`Version ${shown.version}`}>
            {shown.description !== '' && <p>{shown.description}</p>}
            {renderPreview(shown)}
            <HtmlField key={`code ${shown.version}`} value={shown.body} />
            {mayRestore && !shown.current && (
              <Button loading={restore.busy} onClick={() => restore.ask(shown.version)}>
                Restore version {shown.version}
              </Button>
            )}
          </section>
        </div>
      )}
    </Modal>
  );
}
