import { lazy, Suspense } from 'react';
import type { LoadContext } from '../../routes/router-context.ts';
import { useSession } from '../../lib/session.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { ContractorDashboard } from './contractor-dashboard.tsx';
import { prefetchWidgets } from './use-contractor-widgets.ts';

// Staff's cards come with forms that contractors have no use for.
const loadStaffDashboard = () => import('./staff-dashboard.tsx');
const StaffDashboard = lazy(() =>
  loadStaffDashboard().then((module) => ({ default: module.StaffDashboard })),
);

/** Starts what the cards need. */
export const load = async ({ client, session }: LoadContext): Promise<void> => {
  if (session.contractor !== null) return prefetchWidgets(client, session, session.contractor.id);
  return (await loadStaffDashboard()).prefetchStaffCards(client, session);
};

/** Where everyone starts: a greeting and what to do next. */
export function DashboardPage() {
  const session = useSession();
  const { contractor, user } = session;
  return (
    <>
      <PageHeader
        title={`Hello, ${user.firstname}`}
        purpose={
          contractor === null
            ? 'The accounts and tools you look after.'
            : `What is new at ${contractor.companyName}, and what to do next.`
        }
      />
      {contractor === null ? (
        <Suspense>
          <StaffDashboard session={session} />
        </Suspense>
      ) : (
        <ContractorDashboard session={session} contractorId={contractor.id} />
      )}
    </>
  );
}
