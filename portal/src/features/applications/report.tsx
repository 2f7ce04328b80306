import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { useListView } from '../../lib/list-view.ts';
import { useSession } from '../../lib/session.ts';
import { Card } from '../../ui/card.tsx';
import * as m from '#messages';
import { ColumnsMenu } from '../../ui/columns-menu.tsx';
import { applicationsQuery, type ReportQuery } from './api/applications.ts';
import { choosable, columnTitle, useColumns } from './report-columns.ts';
import { StageChips } from './stage-chips.tsx';
import { GraphPanel } from './graphs/graph-panel.tsx';
import { LargeExports } from './large-exports.tsx';
import { ReportFilters } from './report-filters.tsx';
import { CreditDecisionGuide, ExpiredBanner, ReportHead } from './report-head.tsx';
import classes from './report.module.css';
import { ReportList } from './report-list.tsx';
import { isFiltered, reportView, type ReportView } from './report-view.ts';

const route = getRouteApi('/portal/reports-applications');

/** The report of the account on screen, for its address. */
export function Report({ userId, contractorId }: { userId: number; contractorId: number }) {
  const { view, change } = useListView(reportView, route.useSearch(), route.useNavigate());
  const query = toQuery(view);
  const columns = useColumns();
  const list = useQuery({
    ...applicationsQuery(userId, query),
    enabled: view.application === undefined,
  });
  // Until the list loads, the session has the answer.
  const known = useSession().contractor?.paymentStatus ?? null;
  const show = (exports: ReportView['exports']): void => change({ exports, page: view.page });
  if (view.application !== undefined)
    return (
      <Navigate to="/reports-applications/$id" params={{ id: String(view.application) }} replace />
    );
  return (
    <>
      <ReportHead exported={{ userId, query, onLarge: () => show('open') }} />
      {view.exports === 'open' && <LargeExports userId={userId} onClose={() => show(undefined)} />}
      <ExpiredBanner paymentStatus={list.data?.paymentStatus ?? known} />
      <GraphPanel userId={userId} filters={view} />
      <Card bare>
        <ReportFilters view={view} contractorId={contractorId} onChange={change} />
        <div className={classes.above}>
          <StageChips
            userId={userId}
            filters={pickFilters(query)}
            onChoose={(stage) => change({ stage })}
          />
          <div className={classes.tools}>
            <CreditDecisionGuide />
            <ColumnsMenu
              compact
              names={choosable}
              toTitle={columnTitle}
              shown={columns.shown}
              onShow={columns.show}
              reset={{ label: m.applications_report_defaultColumns(), onPress: columns.reset }}
            />
          </div>
        </div>
        <ReportList
          rows={list.data?.data}
          total={list.data?.total ?? 0}
          more={list.data?.more}
          view={view}
          onView={change}
          columns={columns.shown}
          loading={list.isFetching && list.isPlaceholderData}
          failed={list.isError}
          onRetry={() => void list.refetch()}
          filtered={isFiltered(view)}
        />
      </Card>
    </>
  );
}

const pickFilters = ({ page: _page, limit: _limit, order: _order, ...filters }: ReportQuery) =>
  filters;

const toQuery = ({
  period: _period,
  application: _application,
  exports: _exports,
  ...query
}: ReportView) => query;
