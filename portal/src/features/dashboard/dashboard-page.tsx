import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { staffWith } from '@lintel/contract/core/access';
import type { Session } from '@lintel/contract/identity';
import type { LoadContext } from '../../routes/router-context.ts';
import { may, useSession } from '../../lib/session.ts';
import { ErrorState } from '../../ui/states.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { waitingQuery } from './api/waiting.ts';
import { contractorCountQuery } from './api/get-contractor-count.ts';
import { ClaimList } from './claim-list.tsx';
import { FlaggedList } from './flagged-list.tsx';
import { GuaranteeCard } from './guarantee-card.tsx';
import { staffWidgets } from './staff-widgets.ts';
import { prefetchWidgets, useContractorWidgets } from './use-contractor-widgets.ts';
import { WaitingCard } from './waiting-card.tsx';
import { WidgetCards } from './widget-cards.tsx';

const countsContractors = (session: Session): boolean =>
  session.contractor === null && may(session, staffWith(['manage-contractors', 'access']));

const waitingFor = staffWith(
  ['payout-tax', 'manage_access'],
  ['manage-contractors', 'access'],
  ['manage-contractors', 'account_create'],
  ['manage-emails', 'access_templates'],
);
const hasWaiting = (session: Session): boolean => session.contractor === null && may(session, waitingFor);

/** Starts what the cards need. */
export const load = async ({ client, session }: LoadContext): Promise<void> => {
  await Promise.all([
    session.contractor && prefetchWidgets(client, session, session.contractor.id),
    countsContractors(session) && client.prefetchQuery(contractorCountQuery),
    hasWaiting(session) && client.prefetchQuery(waitingQuery),
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
  const { widgets, guarantee, loading, failed, retry } = useContractorWidgets(session, contractorId);
  if (loading) return null;
  return (
    <Stack gap={16}>
      {failed && <LoadFailure onRetry={retry} />}
      <WidgetCards widgets={widgets} />
      {guarantee && (guarantee.refund > 0 || guarantee.claim) && (
        <GuaranteeCard contractorId={contractorId} guarantee={guarantee} />
      )}
    </Stack>
  );
}

function StaffDashboard({ session }: { session: Session }) {
  const count = useQuery({ ...contractorCountQuery, enabled: countsContractors(session) });
  const waiting = useQuery({ ...waitingQuery, enabled: hasWaiting(session) });
  if (count.isError) return <LoadFailure onRetry={() => void count.refetch()} />;
  return (
    <Stack gap={16}>
      {waiting.isError && <LoadFailure onRetry={() => void waiting.refetch()} />}
      {waiting.data && <WaitingCard waiting={waiting.data} />}
      {countsContractors(session) && <ClaimList decides={may(session, staffWith(['manage-contractors', 'plan_modify']))} />}
      {countsContractors(session) && <FlaggedList />}
      <WidgetCards widgets={staffWidgets(session, count.data)} />
    </Stack>
  );
}

function LoadFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <Card>
      <ErrorState text="Some of your cards could not be loaded." onRetry={onRetry} />
    </Card>
  );
}
