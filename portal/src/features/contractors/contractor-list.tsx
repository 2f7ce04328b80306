import { useMediaQuery } from '@mantine/hooks';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ContractorRow } from '@lintel/contract/contractors-manage';
import {
  contractorPageSizes,
  type ContractorColumn,
} from '@lintel/contract/contractors-manage-constants';
import { formatCount } from '../../lib/format.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import { GridFooter } from '../../ui/grid-footer.tsx';
import type { GridView } from '../../ui/grid-view.ts';
import { ContractorCard } from './contractor-card.tsx';
import { contractorGridColumns, widthOf } from './contractor-columns.tsx';
import type { RowTools } from './row-tools.ts';
import classes from './contractors.module.css';

interface Props {
  list: UseQueryResult<{ data: ContractorRow[]; total: number }>;
  view: GridView;
  onView(change: Partial<GridView>): void;
  filtered: boolean;
  shown: readonly ContractorColumn[];
  tools: RowTools;
}

const nothing = (filtered: boolean) => ({
  title: 'No contractors found',
  text: filtered
    ? 'Nothing matches these filters. Try fewer or other words, or take a filter off.'
    : 'Contractors appear here as soon as there are any.',
});

/** The contractors: a table, or cards on a phone. */
export function ContractorList({ list, view, onView, filtered, shown, tools }: Props) {
  const narrow = useMediaQuery('(max-width: 768px)') ?? false;
  const loading = list.isFetching && list.isPlaceholderData;
  const rows = list.data?.data;
  const paging = { view, onView, total: list.data?.total ?? 0, pageSizes: contractorPageSizes };
  const summary = list.data && formatCount(list.data.total, 'contractor');
  if (narrow && !list.isError && rows !== undefined && rows.length > 0) {
    return (
      <div aria-busy={loading} data-busy={loading || undefined}>
        <ul className={classes.cards} aria-label="Contractors">
          {rows.map((row) => (
            <ContractorCard key={row.id} row={row} shown={shown} tools={tools} />
          ))}
        </ul>
        <GridFooter {...paging} summary={summary} />
      </div>
    );
  }
  return (
    <DataGrid
      {...paging}
      label="Contractors"
      columns={contractorGridColumns(shown, tools)}
      rows={rows}
      loading={loading}
      failed={list.isError}
      onRetry={() => void list.refetch()}
      minWidth={widthOf(shown)}
      pinLast
      summary={summary}
      empty={nothing(filtered)}
    />
  );
}
