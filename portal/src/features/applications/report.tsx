import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import * as m from '#messages';
import { ApiError } from '../../lib/api/api-error.ts';
import { useListView } from '../../lib/list-view.ts';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/link.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { applicationQuery, applicationsQuery } from './api/applications.ts';
import { GraphPanel } from './graphs/graph-panel.tsx';
import { LargeExports } from './large-exports.tsx';
import { ReportFilters } from './report-filters.tsx';
import { ExpiredBanner, ReportHead } from './report-head.tsx';
import { ApplicationCard, ReportList } from './report-list.tsx';
import { isFiltered, reportView, type ReportView } from './report-view.ts';
import classes from './applications.module.css';

const route = getRouteApi('/portal/reports-applications');

/** The report of the account that is looked at, as its address tells it. */
export function Report({ userId, contractorId }: { userId: number; contractorId: number }) {
  const { view, change } = useListView(reportView, route.useSearch(), route.useNavigate());
  const query = queryOf(view);
  const list = useQuery({
    ...applicationsQuery(userId, query),
    enabled: view.application === undefined,
  });
  const show = (exports: ReportView['exports']): void => change({ exports, page: view.page });
  if (view.application !== undefined)
    return <OneApplication userId={userId} id={view.application} />;
  return (
    <>
      <ReportHead exported={{ userId, query, onLarge: () => show('open') }} />
      {view.exports === 'open' && <LargeExports userId={userId} onClose={() => show(undefined)} />}
      <ExpiredBanner paymentStatus={list.data?.paymentStatus ?? null} />
      <GraphPanel userId={userId} filters={view} />
      <Card bare>
        <ReportFilters view={view} contractorId={contractorId} onChange={change} />
        <ReportList
          rows={list.data?.data}
          total={list.data?.total ?? 0}
          about={list.data?.about}
          view={view}
          onView={change}
          loading={list.isFetching && list.isPlaceholderData}
          failed={list.isError}
          onRetry={() => void list.refetch()}
          filtered={isFiltered(view)}
        />
      </Card>
    </>
  );
}

const queryOf = ({
  period: _period,
  application: _application,
  exports: _exports,
  ...query
}: ReportView) => query;

/** The one application that a message leads to, and the way to all of them. */
function OneApplication({ userId, id }: { userId: number; id: number }) {
  const one = useQuery(applicationQuery(userId, id));
  const isMissing = one.error instanceof ApiError && one.error.status === 404;
  return (
    <>
      <ReportHead />
      <ExpiredBanner paymentStatus={one.data?.paymentStatus ?? null} />
      <Card bare>
        <p className={classes.only}>
          <span>{m.applications_one_application()}</span>
          <Link to="/reports-applications">{m.applications_show_all_applications()}</Link>
        </p>
        {isMissing && (
          <EmptyState
            title={m.applications_this_application_is_not_here()}
            text={m.applications_it_does_not_exist_or()}
          />
        )}
        {one.isError && !isMissing && <ErrorState onRetry={() => void one.refetch()} />}
        {one.data && (
          <ul className={classes.cards} aria-label={m.common_applications()}>
            <ApplicationCard row={one.data.data} monthlyBudget={one.data.data.monthlyBudget} />
          </ul>
        )}
      </Card>
    </>
  );
}
