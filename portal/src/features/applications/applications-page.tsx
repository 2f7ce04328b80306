import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { readingOf } from '@lintel/contract/core/access';
import { may, useSession } from '../../lib/session.ts';
import type { LoadContext } from '../../routes/router-context.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { NoAccessState } from '../../ui/states.tsx';
import { applicationsQuery } from './api/get-applications.ts';
import { pageNamesQuery } from './api/get-page-names.ts';
import { CreditDecisionGuide } from './credit-decision.tsx';
import { ExpiredBanner } from './expired-banner.tsx';
import { ReportFilters } from './report-filters.tsx';
import { ReportList } from './report-list.tsx';
import { changeView, searchOf, viewOf, type ReportView } from './report-view.ts';

const purpose = 'Homeowners who applied through your pages, and what became of it.';
const access = readingOf('reports-applications');

export const load = async ({ client, session }: LoadContext): Promise<void> => {
  if (session.contractor !== null && may(session, access)) await client.prefetchQuery(pageNamesQuery(session.contractor.id));
};

/** Homeowners who applied through the contractor's pages, and what became of it. */
export function ApplicationsPage() {
  const session = useSession();
  const header = <PageHeader title="Applications" purpose={purpose} />;
  if (!may(session, access)) {
    return (
      <>
        {header}
        <Card>
          <NoAccessState text="This report is not available in your Plan. Please contact your manager." />
        </Card>
      </>
    );
  }
  if (session.contractor === null) {
    return (
      <>
        {header}
        <Card>
          <NoAccessState text="Applications belong to a contractor. Switch into a contractor's account to see them." />
        </Card>
      </>
    );
  }
  return (
    <>
      <PageHeader title="Applications" purpose={purpose} action={<CreditDecisionGuide />} />
      <Report userId={session.user.id} contractorId={session.contractor.id} />
    </>
  );
}

function Report({ userId, contractorId }: { userId: number; contractorId: number }) {
  const view = viewOf(useSearch({ strict: false }), new Date());
  const navigate = useNavigate();
  const list = useQuery(applicationsQuery(userId, queryOf(view)));
  const pages = useQuery(pageNamesQuery(contractorId));
  const change = (part: Partial<ReportView>): void =>
    void navigate({ to: '/reports-applications', search: searchOf(changeView(view, part)), replace: true, resetScroll: false });
  return (
    <>
      <ExpiredBanner paymentStatus={list.data?.paymentStatus ?? null} />
      <Card bare>
        <ReportFilters view={view} pages={pages.data?.data ?? []} onChange={change} />
        <ReportList
          rows={list.data?.data}
          total={list.data?.total ?? 0}
          view={view}
          onView={change}
          loading={list.isFetching && list.isPlaceholderData}
          failed={list.isError}
          onRetry={() => void list.refetch()}
          filtered={view.search !== '' || view.status !== 'all' || view.coBrandedPage !== null}
        />
      </Card>
    </>
  );
}

const queryOf = ({ period: _period, ...query }: ReportView) => query;
