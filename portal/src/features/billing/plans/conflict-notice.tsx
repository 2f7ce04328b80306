import { Alert, Button, Group } from '@mantine/core';
import type { Plan } from '@lintel/contract/billing-plans';
import { IconAlertTriangle } from '../../../ui/icons.ts';
import { differences, valuesOf, type PlanValues } from './plan-values.ts';
import classes from './plans.module.css';

interface Props {
  theirs: Plan;
  mine: PlanValues;
  onSaveOver(): void;
  onReload(): void;
}

/** Somebody saved this plan meanwhile: what differs, and the choice. */
export function ConflictNotice({ theirs, mine, onSaveOver, onReload }: Props) {
  const differing = differences(valuesOf(theirs), mine);
  return (
    <Alert
      color="red"
      className={classes.conflict ?? ''}
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title="Somebody else changed this plan meanwhile"
      role="alert"
    >
      Nothing you typed is lost.{' '}
      {differing.length > 0 && (
        <>What is stored differs from your form in: {differing.join(', ')}.</>
      )}
      <Group gap="xs" mt="sm">
        <Button size="compact-md" color="red" onClick={onSaveOver}>
          Save mine over it
        </Button>
        <Button size="compact-md" variant="default" onClick={onReload}>
          Discard mine and reload
        </Button>
      </Group>
    </Alert>
  );
}
