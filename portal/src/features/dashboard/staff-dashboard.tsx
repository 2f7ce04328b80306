import { useQuery, type QueryClient } from '@tanstack/react-query';
import { staffWith } from '@lintel/contract/core/access';
import type { Session } from '@lintel/contract/identity';
import { may } from '../../lib/session.ts';
import { contractorCountQuery } from './api/get-contractor-count.ts';
import { ClaimList } from './claim-list.tsx';
import { FlaggedList } from './flagged-list.tsx';
import { LoadFailure } from './load-failure.tsx';
import { staffWidgets } from './staff-widgets.ts';
import { prefetchWaiting, WaitingCard } from './waiting-card.tsx';
import { WidgetCards } from './widget-cards.tsx';
import classes from './dashboard.module.css';

const managing = staffWith(['manage-contractors', 'access']);
const deciding = staffWith(['manage-contractors', 'plan_modify']);
const waitingFor = staffWith(
  ['payout-tax', 'manage_access'],
  ['payouts', 'manage_access'],
  ['manage-contractors', 'access'],
  ['manage-contractors', 'account_create'],
  ['manage-emails', 'access_templates'],
);

/** Starts what the cards of staff need. */
export async function prefetchStaffCards(client: QueryClient, session: Session): Promise<void> {
  await Promise.all([
    may(session, managing) && client.prefetchQuery(contractorCountQuery),
    may(session, waitingFor) && prefetchWaiting(client),
  ]);
}

/** What waits for a member of staff, and the way to what they look after. */
export function StaffDashboard({ session }: { session: Session }) {
  const manages = may(session, managing);
  const count = useQuery({ ...contractorCountQuery, enabled: manages });
  if (count.isError) return <LoadFailure onRetry={() => void count.refetch()} />;
  return (
    <div className={classes.stack}>
      {may(session, waitingFor) && <WaitingCard />}
      {manages && <ClaimList decides={may(session, deciding)} />}
      {manages && <FlaggedList />}
      <WidgetCards widgets={staffWidgets(session, count.data)} />
    </div>
  );
}
