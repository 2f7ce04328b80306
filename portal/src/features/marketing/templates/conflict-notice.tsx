import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatMoment } from '../../../lib/format-moment.ts';
import { IconAlertTriangle } from '../../../ui/icons.ts';
import { flyerSettingQuery } from './requests.ts';
import type { Conflict } from './use-template-form.ts';
import classes from './templates.module.css';

interface Props {
  /** Null: there is none. */
  conflict: Conflict | null;
  kind: 'flyerTemplate' | 'socialMediaImageTemplates';
  onSaveOver: () => void;
  onReload: () => void;
}

/** Somebody saved this template meanwhile: who and when, what differs, and the choice. */
export function ConflictNotice({ conflict, kind, onSaveOver, onReload }: Props) {
  const setting = useQuery(flyerSettingQuery).data;
  if (conflict === null) return null;
  const { id, differing } = conflict;
  const by = setting?.value.lastUpdated[kind][id];
  return (
    <Alert
      color="red"
      className={classes.conflict ?? ''}
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title="Somebody else changed this template meanwhile"
      role="alert"
    >
      {by !== undefined && `${by.userName} saved it on ${formatMoment(by.date)}. `}Nothing you typed
      is lost. {differing.length > 0 && <>It differs from your form in: {differing.join(', ')}.</>}
      <div className={classes.choice}>
        <Button size="compact-md" color="red" onClick={onSaveOver}>
          Save mine over it
        </Button>
        <Button size="compact-md" variant="default" onClick={onReload}>
          Discard mine and reload
        </Button>
      </div>
    </Alert>
  );
}
