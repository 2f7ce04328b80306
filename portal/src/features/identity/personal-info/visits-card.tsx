import { useState } from 'react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { readVisits, StaffVisit } from '@lintel/contract/identity/visits';
import { call } from '../../../lib/api/call.ts';
import { formatDateTime, formatCount } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import { GridFooter } from '../../../ui/grid-footer.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import classes from './visits-card.module.css';

const getVisits = call<typeof readVisits>({ method: 'GET', path: '/contractor/{id}/staff-visits' });

/** One page of the times that staff were in the contractor's account. */
export const visitsQuery = (contractorId: number, { page, limit } = { page: 1, limit: 10 }) =>
  queryOptions({
    queryKey: ['staff-visits', contractorId, { page, limit }],
    queryFn: ({ signal }) =>
      getVisits({ params: { id: contractorId }, query: { page, limit } }, { signal }),
    placeholderData: keepPreviousData,
  });

const pageSizes = [10, 25, 50];

/** When staff were in the contractor's account, and why. */
export function VisitsCard({ contractorId }: { contractorId: number }) {
  return (
    <div className={classes.wide}>
      <Card
        title="Support Visits"
        text="When our staff were in your account to help you, and what for. They cannot see or change your password."
      >
        <Visits contractorId={contractorId} />
      </Card>
    </div>
  );
}

function Visits({ contractorId }: { contractorId: number }) {
  const [view, setView] = useState({ page: 1, limit: 10, order: '-startedAt' });
  const list = useQuery(visitsQuery(contractorId, view));
  if (list.isError)
    return (
      <ErrorState text="The visits could not be loaded." onRetry={() => void list.refetch()} />
    );
  if (!list.data) return <SkeletonRows columns={3} rows={2} />;
  const { data, total } = list.data;
  if (total === 0)
    return <EmptyState title="No visits" text="Our staff have not been in your account." />;
  return (
    <>
      <ul className={classes.visits} aria-label="Support visits">
        {data.map((visit) => (
          <Visit key={visit.id} visit={visit} />
        ))}
      </ul>
      {total > (pageSizes[0] ?? 0) && (
        <GridFooter
          view={view}
          total={total}
          pageSizes={pageSizes}
          onView={(change) => setView((now) => ({ ...now, ...change }))}
          summary={undefined}
        />
      )}
    </>
  );
}

function Visit({ visit: { staff, account, reason, startedAt, endedAt } }: { visit: StaffVisit }) {
  return (
    <li>
      <span className={classes.when}>
        {formatDateTime(startedAt)}
        <span className={classes.quiet}>
          {endedAt === null ? 'going on now' : lengthOf(startedAt, endedAt)}
        </span>
      </span>
      <span>
        <strong>{staff}</strong> <span className={classes.quiet}>as {account}</span>
      </span>
      <span className={reason === '' ? classes.quiet : undefined}>
        {reason || 'No reason given'}
      </span>
    </li>
  );
}

/** How long it took, in whole minutes. */
function lengthOf(start: string, end: string): string {
  const minutes = Math.round((Date.parse(end) - Date.parse(start)) / 60_000);
  return minutes < 1 ? 'less than a minute' : formatCount(minutes, 'minute');
}
