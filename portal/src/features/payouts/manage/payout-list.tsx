import { useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { DataTableColumn } from 'mantine-datatable';
import type { ManagedPayout } from '@lintel/contract/payouts';
import { payoutPageSizes } from '@lintel/contract/payouts-constants';
import { formatCount, formatMoney } from '../../../lib/format.ts';
import { DataGrid } from '../../../ui/data-grid.tsx';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { firstView, managedQuery, type PayoutsView } from './api/managed-payouts.ts';

interface Props {
  label: string;
  /** What the list is of; it cannot be changed by its reader. */
  of: Pick<PayoutsView, 'state'> & { runId?: number };
  columns: DataTableColumn<ManagedPayout>[];
  empty: { title: string; text: string };
  /** The narrowest width at which the columns read well, in pixels. */
  minWidth: number;
  /** Stands beside the search, once the first page is there. */
  renderAction?: (list: { total: number; totalAmount: number; asOf: string }) => ReactNode;
}

/** A searchable list of payouts with their total. */
export function PayoutList({ label, of, columns, empty, minWidth, renderAction }: Props) {
  const [view, setView] = useState(() => firstView(of));
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
          label="Search contractors"
          placeholder="Search contractors"
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
          `${formatCount(total, 'payout')}, ${formatMoney(list.data.totalAmount)} in all`
        }
        empty={
          searched ? { title: 'No payouts found', text: 'Nothing matches this search.' } : empty
        }
      />
    </>
  );
}
