import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { formatCount } from '../../lib/format.ts';
import type { LoadContext } from '../../routes/router-context.ts';
import { Card } from '../../ui/card.tsx';
import { DataGrid } from '../../ui/data-grid.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { contractorsQuery, firstView, pageSizes, type ContractorsView } from './api/get-contractors.ts';
import { contractorColumns } from './contractor-columns.tsx';
import { useSwitchInto } from './use-switch-into.ts';

export const load = ({ client }: LoadContext): Promise<void> => client.prefetchQuery(contractorsQuery(firstView));

const noneFound = (searchText: string) => ({
  title: 'No contractors found',
  text:
    searchText === ''
      ? 'Contractors appear here as soon as there are any.'
      : 'Nothing matches this search. Try fewer or other words.',
});

/** Every contractor account, for staff: search, sort, and switch into an account. */
export function ContractorsPage() {
  const { companyName }: { companyName?: unknown } = useSearch({ strict: false });
  const [view, setView] = useState<ContractorsView>({
    ...firstView,
    searchText: typeof companyName === 'string' ? companyName : '',
  });
  const list = useQuery(contractorsQuery(view));
  const switchInto = useSwitchInto();
  const change = (part: Partial<ContractorsView>): void => setView((current) => ({ ...current, ...part }));
  const { searchText } = view;
  const clear = (): void => change({ searchText: '', page: 1 });
  return (
    <>
      <PageHeader title="Contractors" purpose="Every contractor account, its plan and its payment status." />
      <Card bare>
        <FilterBar chips={searchText === '' ? [] : [{ key: 'search', label: `Search: ${searchText}`, onRemove: clear }]}>
          <SearchField value={searchText} onChange={(text) => change({ searchText: text, page: 1 })} label="Search contractors" />
        </FilterBar>
        <DataGrid
          label="Contractors"
          columns={contractorColumns((row) => void switchInto(row))}
          rows={list.data?.data}
          total={list.data?.total ?? 0}
          view={view}
          onView={change}
          pageSizes={pageSizes}
          loading={list.isFetching && list.isPlaceholderData}
          failed={list.isError}
          onRetry={() => void list.refetch()}
          minWidth={1180}
          pinLast
          summary={list.data && formatCount(list.data.total, 'contractor')}
          empty={noneFound(searchText)}
        />
      </Card>
    </>
  );
}
