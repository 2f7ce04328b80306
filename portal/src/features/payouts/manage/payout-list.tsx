import { useState, type ReactNode } from 'react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { DataTableColumn } from 'mantine-datatable';
import * as m from '#messages';
import type {
  listManagedPayouts,
  returnPayout,
  ManagedPayout,
} from '@lintel/contract/payouts/runs';
import { type PayoutState, payoutPageSizes } from '@lintel/contract/payouts/constants';
import { call } from '../../../lib/api/call.ts';
import { formatMoney, formatCount } from '../../../lib/format.ts';
import { DataGrid } from '../../../ui/data-grid.tsx';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { type GridView, largestFirst } from '../../../ui/grid-view.ts';
import { SearchField } from '../../../ui/search-field.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { monthName, stateLabels } from '../labels.ts';
import classes from './manage.module.css';

const get = call<typeof listManagedPayouts>({ method: 'GET', path: '/manage/payouts' });
const post = call<typeof returnPayout>(
  { method: 'POST', path: '/payout/{id}/return', encoding: 'form' },
  { handles: [404, 409, 422, 500] },
);

interface PayoutsView extends GridView {
  state: PayoutState | '';
  runId?: number;
  searchText: string;
}

export const firstView = (part: Partial<PayoutsView>): PayoutsView => ({
  page: 1,
  limit: 25,
  order: '+month',
  state: '',
  searchText: '',
  ...part,
});

/** Query key prefix of the payouts of all contractors. */
export const managedKey = ['payouts', 'managed'] as const;

/** One page of all contractors' payouts. The last page stays visible while the next one loads. */
export const managedQuery = ({ page, limit, order, state, runId, searchText }: PayoutsView) =>
  queryOptions({
    queryKey: [...managedKey, 'payouts', { page, limit, order, state, runId, searchText }],
    queryFn: ({ signal }) => {
      const filters = { state, searchText, ...(runId !== undefined && { runId }) };
      return get({ query: { page, limit, order, filters } }, { signal });
    },
    placeholderData: keepPreviousData,
  });

/** Marks a payout as returned by the bank. */
export const recordReturn = (id: number, code: string) => post({ params: { id }, body: { code } });

type Column = DataTableColumn<ManagedPayout>;

/** The first column is sticky on a phone, so it has a fixed share of the table's width. */
export const contractorColumn = (width: string): Column => ({
  accessor: 'companyName',
  title: m.common_contractor(),
  width,
  render: ({ companyName, payeeName }) => (
    <span className={classes.who}>
      <strong>{companyName}</strong>
      <span>{payeeName}</span>
    </span>
  ),
});

export const monthColumn: Column = {
  accessor: 'month',
  title: m.common_month(),
  ...largestFirst,
  noWrap: true,
  width: 160,
  render: ({ month }) => monthName(month),
};

export const amountColumn: Column = {
  accessor: 'amount',
  title: m.common_amount(),
  ...largestFirst,
  textAlign: 'right',
  width: 130,
  cellsClassName: 'numbers',
  render: ({ amount }) => formatMoney(amount),
};

export const stateColumn: Column = {
  accessor: 'state',
  title: m.common_status(),
  width: 120,
  render: ({ state }) => (
    <StatusBadge status={stateLabels[state].label} tone={stateLabels[state].tone} />
  ),
};

interface Props {
  label: string;
  /** The fixed filter of the list. */
  filter: Pick<PayoutsView, 'state'> & { runId?: number };
  columns: DataTableColumn<ManagedPayout>[];
  empty: { title: string; text: string };
  /** The minimum table width in pixels. */
  minWidth: number;
  /** Rendered next to the search after the first page has loaded. */
  renderAction?: (list: { total: number; totalAmount: number; asOf: string }) => ReactNode;
}

/** A searchable list of payouts with a total. */
export function PayoutList({ label, filter, columns, empty, minWidth, renderAction }: Props) {
  const [view, setView] = useState(() => firstView(filter));
  const list = useQuery(managedQuery(view));
  const change = (part: Partial<PayoutsView>): void => setView((now) => ({ ...now, ...part }));
  const total = list.data?.total ?? 0;
  const searched = view.searchText !== '';
  return (
    <>
      <FilterBar>
        <SearchField
          value={view.searchText}
          onChange={(searchText) => change({ searchText, page: 1 })}
          label={m.contractors_filters_search()}
          placeholder={m.contractors_filters_search()}
        />
        {list.data && !searched && renderAction?.(list.data)}
      </FilterBar>
      <DataGrid
        label={label}
        columns={columns}
        rows={list.data?.data}
        total={total}
        view={view}
        onView={change}
        pageSizes={payoutPageSizes}
        loading={list.isPlaceholderData}
        failed={list.isError}
        onRetry={() => void list.refetch()}
        minWidth={minWidth}
        summary={
          list.data &&
          m.payouts_list_total({
            total: formatCount(total, m.payouts_payout_one(), m.payouts_payout_many()),
            totalAmount: formatMoney(list.data.totalAmount),
          })
        }
        empty={
          searched
            ? { title: m.payouts_list_noneFound(), text: m.common_noSearchMatches_short() }
            : empty
        }
      />
    </>
  );
}
