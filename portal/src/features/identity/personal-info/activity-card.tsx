import { useState } from 'react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { Activity, readActivity } from '@lintel/contract/audit/activity';
import { call } from '../../../lib/api/call.ts';
import { brand } from '../../../lib/brand.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import { GridFooter } from '../../../ui/grid-footer.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import classes from './visits-card.module.css';

const getActivity = call<typeof readActivity>({ method: 'GET', path: '/contractor/{id}/activity' });

/** One page of what was done in the contractor's account. */
export const activityQuery = (contractorId: number, { page, limit } = { page: 1, limit: 10 }) =>
  queryOptions({
    queryKey: ['account-activity', contractorId, { page, limit }],
    queryFn: ({ signal }) =>
      getActivity({ params: { id: contractorId }, query: { page, limit } }, { signal }),
    placeholderData: keepPreviousData,
  });

const pageSizes = [10, 25, 50];

/** What was done in the contractor's account, for its owner. */
export function ActivityCard({ contractorId }: { contractorId: number }) {
  return (
    <div className={classes.wide}>
      <Card
        title="Account Activity"
        text="Sign-ins and changes in your account, by you, your team and our staff. Entries cannot be changed or deleted."
      >
        <Activities contractorId={contractorId} />
      </Card>
    </div>
  );
}

function Activities({ contractorId }: { contractorId: number }) {
  const [view, setView] = useState({ page: 1, limit: 10, order: '-at' });
  const list = useQuery(activityQuery(contractorId, view));
  if (list.isError)
    return (
      <ErrorState text="The activity could not be loaded." onRetry={() => void list.refetch()} />
    );
  if (!list.data) return <SkeletonRows columns={3} rows={2} />;
  const { data, total } = list.data;
  if (total === 0)
    return <EmptyState title="No activity" text="What is done in your account appears here." />;
  return (
    <>
      <ul className={classes.visits} aria-label="Account activity">
        {data.map((activity) => (
          <Row key={activity.id} activity={activity} />
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

const Row = ({ activity }: { activity: Activity }) => (
  <li>
    <span className={classes.when}>{formatDateTime(activity.at)}</span>
    <strong>{activity.text}</strong>
    <span>
      {whoDid(activity)}{' '}
      {activity.address !== '' && <span className={classes.quiet}>from {activity.address}</span>}
    </span>
  </li>
);

/** Our staff are not named here: who of them was in the account stands with their visits. */
function whoDid({ by, name }: Activity): string {
  if (by === 'person') return name;
  if (by === 'staff') return `${brand.name} staff`;
  return by === 'visitor' ? 'Without signing in' : brand.name;
}
