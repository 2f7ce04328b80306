import type { LoadContext } from '../../routes/router-context.ts';
import { useSession } from '../../lib/session.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { ContractorDashboard } from './contractor-dashboard.tsx';
import { prefetchStaffCards, StaffDashboard } from './staff-dashboard.tsx';
import { prefetchWidgets } from './use-contractor-widgets.ts';

/** Starts what the cards need. */
export const load = ({ client, session }: LoadContext): Promise<void> =>
  session.contractor === null ? prefetchStaffCards(client, session) : prefetchWidgets(client, session, session.contractor.id);

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
        <StaffDashboard session={session} />
      ) : (
        <ContractorDashboard session={session} contractorId={contractor.id} />
      )}
    </>
  );
}
