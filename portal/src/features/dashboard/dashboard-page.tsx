import { useQuery } from '@tanstack/react-query';
import { staffWith } from '@lintel/contract/core/access';
import type { Session } from '@lintel/contract/identity';
import type { LoadContext } from '../../routes/router-context.ts';
import { may, useSession } from '../../lib/session.ts';
import { ErrorState } from '../../ui/states.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { contractorCountQuery } from './api/get-contractor-count.ts';
import { staffWidgets } from './staff-widgets.ts';
import { prefetchWidgets, useContractorWidgets } from './use-contractor-widgets.ts';
import { WidgetCards } from './widget-cards.tsx';

const countsContractors = (session: Session): boolean =>
  session.contractor === null && may(session, staffWith(['manage-contractors', 'access']));

/** Starts what the cards need. */
export const load = async ({ client, session }: LoadContext): Promise<void> => {
  await Promise.all([
    session.contractor && prefetchWidgets(client, session, session.contractor.id),
    countsContractors(session) && client.prefetchQuery(contractorCountQuery),
  ]);
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
        <StaffDashboard session={session} />
      ) : (
        <ContractorDashboard session={session} contractorId={contractor.id} />
      )}
    </>
  );
}

function ContractorDashboard({ session, contractorId }: { session: Session; contractorId: number }) {
  const { widgets, loading, failed, retry } = useContractorWidgets(session, contractorId);
  if (loading) return null;
  return (
    <>
      {failed && <LoadFailure onRetry={retry} />}
      <WidgetCards widgets={widgets} />
    </>
  );
}

function StaffDashboard({ session }: { session: Session }) {
  const count = useQuery({ ...contractorCountQuery, enabled: countsContractors(session) });
  if (count.isError) return <LoadFailure onRetry={() => void count.refetch()} />;
  return <WidgetCards widgets={staffWidgets(session, count.data)} />;
}

function LoadFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <Card>
      <ErrorState text="Some of your cards could not be loaded." onRetry={onRetry} />
    </Card>
  );
}
