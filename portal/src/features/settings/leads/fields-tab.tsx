import { useState } from 'react';
import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { may, useSession } from '../../../lib/session.ts';
import { formatMoment } from '../../../lib/format-moment.ts';
import { failureText } from '../../../lib/unexpected.ts';
import { IconPencil } from '../../../ui/icons.ts';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { FieldsEditor } from './fields-editor.tsx';
import { changingFields } from './leads-access.ts';
import type { EditorOptions } from './use-list-editor.ts';
import classes from './leads.module.css';

interface FieldList {
  data: EditorOptions['items'];
  version: number;
  lastUpdated: { email: string; at: string } | null;
}

interface Props extends Omit<EditorOptions, 'items' | 'version' | 'onDone'> {
  list: UseQueryResult<FieldList>;
  label: string;
  edit: string;
  add: string;
  /** Whether the list has Link IDs. */
  linked: boolean;
}

/** A list of what leads are told apart by: as it stands, or being edited. */
export function FieldsTab({ list, label, edit, add, linked, ...saving }: Props) {
  const mayChange = may(useSession(), changingFields);
  const [active, setActive] = useState(false);
  const { data, error, refetch } = list;
  if (data === undefined && error !== null) return <ErrorState text={failureText(error)} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows columns={3} rows={4} />;
  return (
    <div className={classes.tab}>
      <div className={classes.head}>
        <LastUpdated of={data.lastUpdated} />
        {mayChange && !active && (
          <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setActive(true)}>
            {edit}
          </Button>
        )}
      </div>
      {active ? (
        <FieldsEditor
          {...saving}
          items={data.data}
          version={data.version}
          label={label}
          add={add}
          linked={linked}
          onDone={() => setActive(false)}
        />
      ) : (
        <Offered items={data.data} label={label} />
      )}
    </div>
  );
}

const LastUpdated = ({ of }: { of: FieldList['lastUpdated'] }) => (
  <p className={classes.quiet}>
    {of === null ? 'Not changed yet' : `Last updated: ${of.email || 'the system'}, ${formatMoment(of.at)}`}
  </p>
);

/** What is offered to those who enter leads, and how much is not. */
function Offered({ items, label }: { items: EditorOptions['items']; label: string }) {
  const showing = items.filter(({ isShowing }) => isShowing);
  const hidden = items.length - showing.length;
  return (
    <>
      <ul className={classes.pills} aria-label={label}>
        {showing.map(({ id, value, linkId }) => (
          <li key={id}>
            {value}
            {linkId && <span className={classes.quiet}>{linkId}</span>}
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className={classes.quiet}>{`${hidden} more ${hidden === 1 ? 'is' : 'are'} hidden from new leads.`}</p>}
    </>
  );
}
