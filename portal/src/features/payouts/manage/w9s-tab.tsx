import { lazy, Suspense, useState } from 'react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import type { DataTableColumn } from 'mantine-datatable';
import * as m from '#messages';
import { payoutPageSizes } from '@lintel/contract/payouts/constants';
import type { listW9s, W9InLine } from '@lintel/contract/payouts/w9';
import { call } from '../../../lib/api/call.ts';
import { formatCount, formatShortDate } from '../../../lib/format.ts';
import { DataGrid } from '../../../ui/data-grid.tsx';
import { type GridView, largestFirst } from '../../../ui/grid-view.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { w9Key } from '../review/w9-calls.ts';
import classes from './manage.module.css';

const get = call<typeof listW9s>({ method: 'GET', path: '/manage/w9' });

const firstW9s: GridView = { page: 1, limit: 25, order: '+submittedAt' };

/** One page of W-9 forms that wait for a review. */
const waitingW9sQuery = ({ page, limit, order }: GridView) =>
  queryOptions({
    queryKey: [...w9Key, 'waiting', { page, limit, order }],
    queryFn: ({ signal }) => get({ query: { page, limit, order } }, { signal }),
    placeholderData: keepPreviousData,
  });

const W9ReviewModal = lazy(() =>
  import('../review/w9-review-modal.tsx').then((module) => ({
    default: module.W9ReviewModal,
  })),
);

const columnsWith = (review: (contractorId: number) => void): DataTableColumn<W9InLine>[] => [
  { accessor: 'companyName', title: m.common_contractor(), cellsClassName: classes.long ?? '' },
  { accessor: 'fullName', title: m.payouts_w9s_nameOnForm(), cellsClassName: classes.long ?? '' },
  {
    accessor: 'submittedAt',
    title: m.payouts_submitted(),
    ...largestFirst,
    width: 140,
    noWrap: true,
    cellsClassName: 'numbers',
    render: ({ submittedAt }) => formatShortDate(submittedAt),
  },
  {
    accessor: 'isDifferent',
    title: m.payouts_w9s_names(),
    width: 120,
    render: ({ isDifferent }) => (
      <StatusBadge
        status={isDifferent ? m.payouts_w9s_differ() : m.payouts_w9s_match()}
        tone={isDifferent ? 'red' : 'green'}
      />
    ),
  },
  {
    accessor: 'action',
    title: '',
    width: 110,
    textAlign: 'right',
    render: ({ contractorId, companyName }) => (
      <Button
        size="compact-md"
        variant="default"
        aria-label={m.payouts_w9s_reviewNamed({ companyName })}
        onClick={() => review(contractorId)}
      >
        {m.payouts_w9s_review()}
      </Button>
    ),
  },
];

/** W-9 forms that wait for a review, longest waiting first. */
export function W9sTab() {
  const [view, setView] = useState(firstW9s);
  const [reviewed, setReviewed] = useState<number | null>(null);
  const list = useQuery(waitingW9sQuery(view));
  return (
    <>
      <DataGrid
        label={m.payouts_w9s_title()}
        columns={columnsWith(setReviewed)}
        rows={list.data?.data}
        total={list.data?.total ?? 0}
        view={view}
        onView={(part) => setView((now) => ({ ...now, ...part }))}
        pageSizes={payoutPageSizes}
        loading={list.isPlaceholderData}
        failed={list.isError}
        onRetry={() => void list.refetch()}
        minWidth={720}
        pinLast
        summary={
          list.data &&
          formatCount(list.data.total, m.payouts_w9s_form_one(), m.payouts_w9s_form_many())
        }
        empty={{
          title: m.payouts_w9s_none(),
          text: m.payouts_w9s_noneText(),
        }}
      />
      <Suspense>
        {reviewed !== null && (
          <W9ReviewModal
            contractorId={reviewed}
            onClose={() => setReviewed(null)}
            onSaved={() => list.refetch()}
          />
        )}
      </Suspense>
    </>
  );
}
