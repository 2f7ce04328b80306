import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouterState, useSearch } from '@tanstack/react-router';
import type { Tier } from '@lintel/contract/billing';
import { Card } from '../../ui/card.tsx';
import type { GridView } from '../../ui/grid-view.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { commissionsQuery, type CommissionQuery } from './api/get-commissions.ts';
import { ExportMenu } from './export-menu.tsx';
import { Footnote } from './footnote.tsx';
import { GraphPanel } from './graph/graph-panel.tsx';
import { ReportFilters } from './report-filters.tsx';
import { ReportList } from './report-list.tsx';
import { searchOf, viewOf, type ReportView } from './report-view.ts';
import { StatementMenu } from './statement-menu.tsx';
import classes from './commissions.module.css';

const purposes = {
  deals: 'What you have earned from funded projects and referrals.',
  bonuses: 'What you have earned from referrals and partners.',
};

function Head({
  tier,
  isEmpty,
  ...shown
}: {
  query: CommissionQuery;
  userId: number;
  tier: Tier | null;
  isEmpty: boolean;
}) {
  const actions = (
    <div className={classes.actions}>
      <StatementMenu userId={shown.userId} />
      <ExportMenu {...shown} disabled={isEmpty} />
    </div>
  );
  return (
    <PageHeader
      title="Commissions"
      purpose={tier === 'Concierge' ? purposes.bonuses : purposes.deals}
      action={actions}
    />
  );
}

/**
 * The report of the account that is looked at. It opens on its first page, whatever page it was
 * left on.
 */
export function Report({ userId, tier }: { userId: number; tier: Tier | null }) {
  const view = viewOf(useSearch({ strict: false }), new Date());
  const [page, setPage] = usePage(view);
  const navigate = useNavigate();
  const { period: _period, ...query } = { ...view, page };
  const list = useQuery(commissionsQuery(userId, query));
  const change = (part: Partial<ReportView>): void => {
    void navigate({
      to: '/reports-commissions',
      search: searchOf({ ...view, ...part }),
      replace: true,
      resetScroll: false,
    });
  };
  const turn = ({ page: next, ...part }: Partial<GridView>): void => {
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
          onView={turn}
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
 * The page of the report. It belongs to one visit of the screen and to one view: whoever comes back
 * finds the first page, also when the screen never went away because the next one was still
 * loading.
 */
function usePage(view: ReportView): [number, (page: number) => void] {
  const visit = useRouterState({
    select: ({ resolvedLocation }) => resolvedLocation?.state.__TSR_key ?? '',
  });
  const of = JSON.stringify([visit, searchOf(view)]);
  const [turned, setTurned] = useState({ of, page: 1 });
  return [turned.of === of ? turned.page : 1, (page) => setTurned({ of, page })];
}
