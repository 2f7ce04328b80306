import { Alert, Button } from '@mantine/core';
import type { Template } from '@lintel/contract/emails';
import { IconAlertTriangle } from '../../ui/icons.ts';
import { formatMoment } from '../../lib/format-moment.ts';
import { valuesOf, type TemplateValues } from './template-values.ts';
import classes from './emails.module.css';

const labels: Partial<Record<keyof TemplateValues, string>> = {
  type: 'Type',
  category: 'Category',
  subject: 'Subject',
  from: 'From',
  to: 'To',
  bcc: 'BCC',
  description: 'Description',
  body: 'Body',
  unsubscribe: 'Unsubscribe',
  enabled: 'Enabled',
};

interface Props {
  theirs: Template;
  mine: TemplateValues;
  onSaveOver(): void;
  onReload(): void;
}

/** Somebody saved this template meanwhile: who and when, what differs, and the choice. */
export function ConflictNotice({ theirs, mine, onSaveOver, onReload }: Props) {
  const stored = valuesOf(theirs);
  const names = Object.keys(labels) as (keyof TemplateValues)[];
  const differing = names.filter((name) => stored[name] !== mine[name]).map((name) => labels[name]);
  return (
    <Alert
      color="red"
      className={classes.conflict ?? ''}
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title="Somebody else changed this template meanwhile"
      role="alert"
    >
      {theirs.lastEditBy} saved it on {formatMoment(theirs.lastEdit)}. Nothing you typed is lost.{' '}
      {differing.length > 0 && <>It differs from your form in: {differing.join(', ')}.</>}
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
