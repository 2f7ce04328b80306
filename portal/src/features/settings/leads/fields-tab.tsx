import { useState } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { failureText } from '../../../lib/unexpected.ts';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { FieldsEditor } from './fields-editor.tsx';
import { FieldsHead, type LastUpdate } from './fields-head.tsx';
import type { EditorOptions } from './use-list-editor.ts';
import classes from './leads.module.css';

interface FieldList {
  data: EditorOptions['items'];
  version: number;
  lastUpdated: LastUpdate | null;
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
  const [active, setActive] = useState(false);
  const { data, error, refetch } = list;
  if (data === undefined && error !== null)
    return <ErrorState text={failureText(error)} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows columns={3} rows={4} />;
  return (
    <div className={classes.tab}>
      <FieldsHead
        lastUpdated={data.lastUpdated}
        edit={edit}
        onEdit={active ? undefined : () => setActive(true)}
      />
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
      {hidden > 0 && (
        <p
          className={classes.quiet}
        >{`${hidden} more ${hidden === 1 ? 'is' : 'are'} hidden from new leads.`}</p>
      )}
    </>
  );
}
