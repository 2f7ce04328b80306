import { Alert, Button, Group } from '@mantine/core';
import { formatMoment } from '../../../lib/format-moment.ts';
import { IconAlertTriangle } from '../../../ui/icons.ts';
import { differences, valuesOf } from './edit-values.ts';
import type { UsedEditForm } from './use-edit-form.ts';
import classes from './edit.module.css';

/** Somebody changed this contractor meanwhile: what, and what is to become of the own changes. */
export function ConflictNotice({ used }: { used: UsedEditForm }) {
  const { newer, initial } = used;
  if (newer === null) return null;
  const changed = differences(initial, valuesOf(newer));
  const edit = newer.lastEdit?.at === used.base.lastEdit?.at ? null : newer.lastEdit;
  return (
    <Alert
      color="red"
      className={classes.conflict ?? ''}
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title="This contractor was changed meanwhile"
      role="alert"
    >
      {edit && <>{`${edit.by} saved it on ${formatMoment(edit.at)}. `}</>}
      {changed.length > 0 && <>Changed: {changed.join(', ')}. </>}
      Nothing you entered is lost, and nothing of it is saved yet.
      <Group gap="xs" mt="sm">
        <Button size="compact-md" color="red" onClick={used.keepMine}>
          Keep my changes
        </Button>
        <Button size="compact-md" variant="default" onClick={used.takeTheirs}>
          Discard mine and reload
        </Button>
      </Group>
    </Alert>
  );
}
