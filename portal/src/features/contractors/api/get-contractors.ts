import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { contractorOrders, contractorPageSizes, listContractors } from '@lintel/contract/contractors';
import { call } from '../../../lib/api/call.ts';

const getContractors = call<typeof listContractors>({ method: 'GET', path: '/manage/contractors' });

/** The sizes that the contract takes. */
export const pageSizes = [10, 25, 50, 100] as const satisfies typeof contractorPageSizes;
/** A column that the list can be sorted by. */
export const sortable = (field: (typeof contractorOrders)[number]) => ({ accessor: field, sortable: true as const });

export interface ContractorsView {
  page: number;
  limit: number;
  order: string;
  searchText: string;
}

export const firstView: ContractorsView = { page: 1, limit: 25, order: '+hasUser', searchText: '' };

/** One page of the contractors. While the next one loads, the last one stays. */
export const contractorsQuery = ({ page, limit, order, searchText }: ContractorsView) =>
  queryOptions({
    queryKey: ['contractors', { page, limit, order, searchText }],
    queryFn: ({ signal }) => getContractors({ query: { page, limit, order, filters: { searchText } } }, { signal }),
    placeholderData: keepPreviousData,
  });
