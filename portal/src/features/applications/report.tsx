import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Card } from '../../ui/card.tsx';
import { applicationsQuery } from './api/get-applications.ts';
import { ExpiredBanner } from './expired-banner.tsx';
import { GraphPanel } from './graphs/graph-panel.tsx';
import { OneApplication } from './one-application.tsx';
import { ReportFilters } from './report-filters.tsx';
import { ReportHead } from './report-head.tsx';
import { ReportList } from './report-list.tsx';
import { changeView, searchOf, viewOf, type ReportView } from './report-view.ts';

/** The report of the account that is looked at, as its address tells it. */
export function Report({ userId, contractorId }: { userId: number; contractorId: number }) {
  const view = viewOf(useSearch({ strict: false }), new Date());
  const navigate = useNavigate();
  const query = queryOf(view);
  const list = useQuery({
    ...applicationsQuery(userId, query),
    enabled: view.application === null,
  });
  const change = (part: Partial<ReportView>): void =>
    void navigate({
      to: '/reports-applications',
      search: searchOf(changeView(view, part)),
      replace: true,
      resetScroll: false,
    });
  if (view.application !== null) return <OneApplication userId={userId} id={view.application} />;
  return (
    <>
      <ReportHead userId={userId} query={query} />
      <ExpiredBanner paymentStatus={list.data?.paymentStatus ?? null} />
      <GraphPanel userId={userId} filters={view} />
      <Card bare>
        <ReportFilters view={view} contractorId={contractorId} onChange={change} />
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

const queryOf = ({ period: _period, application: _application, ...query }: ReportView) => query;
