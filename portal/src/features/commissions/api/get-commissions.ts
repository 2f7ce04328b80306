import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { reportCommissions } from '@lintel/contract/commissions';
import type { CommissionFilter } from '@lintel/contract/commissions-constants';
import { call } from '../../../lib/api/call.ts';
import type { DateRange } from '../../../lib/date-ranges.ts';

const getCommissions = call<typeof reportCommissions>({
  method: 'GET',
  path: '/reports-commissions',
});

/** Which commissions are looked for. */
export interface CommissionFilters {
  range: DateRange;
  search: string;
  /** Null for all. */
  type: CommissionFilter | null;
}

export interface CommissionQuery extends CommissionFilters {
  page: number;
  limit: number;
  order: string;
}

/** The filters as the API and the export take them: only those that are set. */
export const filtersOf = ({ range: { from, to }, search, type }: CommissionFilters) => ({
  viewDate: { ...(from !== null && { start: from }), ...(to !== null && { end: to }) },
  ...(search !== '' && { searchText: search }),
  ...(type !== null && { type }),
});

/** One page of the commissions of the account that is looked at. */
export const commissionsQuery = (
  userId: number,
  { page, limit, order, ...filters }: CommissionQuery,
) =>
  queryOptions({
    queryKey: ['commissions', userId, { page, limit, order, ...filters }],
    queryFn: ({ signal }) =>
      getCommissions(
        { query: { order, page, limit, userId, filters: filtersOf(filters) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
