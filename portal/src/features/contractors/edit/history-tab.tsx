import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { HistoryEntry } from '@lintel/contract/contractors-history';
import { formatMoment } from '../../../lib/format-moment.ts';
import { GridFooter } from '../../../ui/grid-footer.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { historyQuery } from '../api/get-history.ts';
import classes from './edit.module.css';

const sizes = [10, 25, 50, 100];

/** Who changed what about a contractor, and when. */
export function HistoryTab({ contractorId }: { contractorId: number }) {
  const [view, setView] = useState({ page: 1, limit: 10, order: '-at' });
  const list = useQuery(historyQuery(contractorId, view));
  if (list.isError)
    return (
      <ErrorState text="The history could not be loaded." onRetry={() => void list.refetch()} />
    );
  if (!list.data) return <SkeletonRows columns={2} rows={4} />;
  const { data, total } = list.data;
  if (total === 0)
    return (
      <EmptyState
        title="Nothing happened yet"
        text="Changes of this contractor appear here, with who made them."
      />
    );
  return (
    <>
      <ol className={classes.history} aria-label="History" aria-busy={list.isPlaceholderData}>
        {data.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      <GridFooter
        view={view}
        total={total}
        pageSizes={sizes}
        onView={(change) => setView((now) => ({ ...now, ...change }))}
        summary={undefined}
      />
    </>
  );
}

function Entry({ entry: { text, at, by, switchedInto, changes } }: { entry: HistoryEntry }) {
  return (
    <li>
      <strong>{text}</strong>
      <span className={classes.quiet}>
        {formatMoment(at)} · {by || 'System'}
        {switchedInto !== null && `, switched into the account of ${switchedInto}`}
      </span>
      {changes.length > 0 && (
        <ul>
          {changes.map(({ field, from, to }) => (
            <li key={field}>
              {field}: {from !== '' && <del>{from}</del>}{' '}
              {to === '' ? <ins>none</ins> : <ins>{to}</ins>}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
