import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '../../ui/icons.ts';
import type { TemplateVersion } from './api/get-versions.ts';
import { formatMoment } from './format-moment.ts';
import classes from './emails.module.css';

interface Props {
  theirs: TemplateVersion;
  onSaveOver(): void;
  onShowVersions(): void;
}

/** Somebody saved this template meanwhile: who and when, and the choice. */
export function ConflictNotice({ theirs, onSaveOver, onShowVersions }: Props) {
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title="Somebody else changed this template meanwhile"
      role="alert"
    >
      {theirs.savedBy} saved it on {formatMoment(theirs.savedAt)}. Nothing you typed is lost.
      <div className={classes.choice}>
        <Button size="compact-md" color="red" onClick={onSaveOver}>
          Save mine over it
        </Button>
        <Button size="compact-md" variant="default" onClick={onShowVersions}>
          Look at theirs
        </Button>
      </div>
    </Alert>
  );
}
