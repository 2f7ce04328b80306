import { useState, type ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouterState } from '@tanstack/react-router';
import * as m from '#messages';
import type { Tier } from '@lintel/contract/billing/tiers';
import { readAccess } from '@lintel/contract/core/access';
import { basePath } from '../../lib/api/send.ts';
import { useListView } from '../../lib/list-view.ts';
import { may, useSession } from '../../lib/session.ts';
import { Card } from '../../ui/card.tsx';
import { ExportMenu, type ExportFormat } from '../../ui/export-menu.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { LockedState } from '../../ui/locked-state.tsx';
import { NoAccessState } from '../../ui/states.tsx';
import { GraphPanel } from './graph/graph-panel.tsx';
import { ReportFilters } from './report-filters.tsx';
import { ReportList } from './report-list.tsx';
import {
  commissionsQuery,
  toFilters,
  type CommissionQuery,
  reportView,
  type ReportView,
} from './report-view.ts';
import { StatementMenu } from './statement-menu.tsx';
import classes from './commissions.module.css';

/** Explains the report and the payment dates. */
const Footnote = ({ tier }: { tier: Tier | null }) => (
  <div className={classes.footnote} role="note" aria-label={m.commissions_about_title()}>
    <p>
      {m.commissions_about_reportText()}
      {tier === 'Concierge' && ` ${m.commissions_about_concierge()}`}
    </p>
    <p>{m.commissions_about_payment()}</p>
  </div>
);

/**
 * The download address of the current report. A navigation sends no headers, so the query names the
 * user.
 */
function exportAddress(query: CommissionQuery, userId: number, format: ExportFormat): string {
  const sent = {
    order: query.order,
    userId: String(userId),
    filters: JSON.stringify(toFilters(query)),
    format,
  };
  return `${basePath}/reports-commissions-export?${new URLSearchParams(sent).toString()}`;
}

const purposes = {
  deals: m.commissions_purpose(),
  bonuses: m.commissions_purpose_referrals(),
};

function Head({
  tier,
  isEmpty,
  query,
  userId,
}: {
  query: CommissionQuery;
  userId: number;
  tier: Tier | null;
  isEmpty: boolean;
}) {
  const client = useQueryClient();
  const actions = (
    <div className={classes.actions}>
      <StatementMenu userId={userId} />
      <ExportMenu
        ask={() => client.fetchQuery({ ...commissionsQuery(userId, query), staleTime: 0 })}
        toAddress={(format) => exportAddress(query, userId, format)}
        disabled={isEmpty}
      />
    </div>
  );
  return (
    <PageHeader
      title={m.screens_commissions()}
      purpose={tier === 'Concierge' ? purposes.bonuses : purposes.deals}
      action={actions}
    />
  );
}

const route = getRouteApi('/portal/reports-commissions');

/** The report of the account on screen. It always opens on the first page. */
function Report({ userId, tier }: { userId: number; tier: Tier | null }) {
  const { view, change } = useListView(reportView, route.useSearch(), route.useNavigate());
  const [page, setPage] = usePage(view);
  const { period: _period, ...query } = { ...view, page };
  const list = useQuery(commissionsQuery(userId, query));
  const changeView = ({ page: next, ...part }: Partial<ReportView & { page: number }>): void => {
    if (Object.keys(part).length > 0) change(part);
    else setPage(next ?? 1);
  };
  const total = list.data?.total ?? 0;
  return (
    <>
      <Head query={query} userId={userId} tier={tier} isEmpty={total === 0} />
      <GraphPanel userId={userId} />
      <Card bare>
        <ReportFilters view={view} onChange={change} />
        <ReportList
          rows={list.data?.data}
          total={total}
          commissionTotal={list.data?.commissionTotal ?? 0}
          view={{ page, limit: view.limit, order: view.order }}
          onView={changeView}
          loading={list.isFetching && list.isPlaceholderData}
          failed={list.isError}
          onRetry={() => void list.refetch()}
        />
      </Card>
      <Footnote tier={tier} />
    </>
  );
}

/**
 * The report's page, per visit and view. Each visit starts on the first page, even if this screen
 * stayed mounted because the next one was still loading.
 */
function usePage(view: ReportView): [number, (page: number) => void] {
  const visit = useRouterState({
    select: ({ resolvedLocation }) => resolvedLocation?.state.__TSR_key ?? '',
  });
  const key = JSON.stringify([visit, reportView.toSearch(view)]);
  const [current, setTurned] = useState({ key, page: 1 });
  return [current.key === key ? current.page : 1, (page) => setTurned({ key, page })];
}

const access = readAccess('reports-commissions');

/** The contractor's commissions. */
export function CommissionsPage() {
  const session = useSession();
  if (!may(session, access)) {
    return (
      <Closed>
        <LockedState access={access} place="reports-commissions" text={m.common_notInPlan()} />
      </Closed>
    );
  }
  if (session.contractor === null) {
    return (
      <Closed>
        <NoAccessState text={m.commissions_contractorOnly()} />
      </Closed>
    );
  }
  return <Report userId={session.user.id} tier={session.contractor.plan?.tier ?? null} />;
}

const Closed = ({ children }: { children: ReactNode }) => (
  <>
    <PageHeader title={m.screens_commissions()} purpose={m.commissions_purpose()} />
    <Card>{children}</Card>
  </>
);
