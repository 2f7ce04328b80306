import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { commissionFilterShape, reportCommissions } from '@lintel/contract/commissions/report';
import { commissionReach } from '@lintel/contract/commissions/constants';
import { call } from '../../lib/api/call.ts';
import { businessTimeZone } from '../../lib/brand.ts';
import { addMonths, dayInZone, type RangeOption } from '../../lib/date-ranges.ts';
import { at, listView, orderAt, periodAt } from '../../lib/list-view.ts';

/** The periods that the report offers, in order. */
export const periods = [
  'last-365',
  'last-30',
  'last-7',
  'last-month',
  'last-week',
  'yesterday',
  'today',
  'custom',
] as const satisfies readonly RangeOption[];

/** The days that a custom range can include. */
export function customDays(): { min: string; max: string } {
  const max = dayInZone(new Date(), businessTimeZone);
  return { min: addMonths(max, -commissionReach), max };
}

const { limit, order } = reportCommissions.query.shape;

/**
 * The report's view from its address. The page isn't part of it: the report opens on the first one.
 */
export const reportView = listView(
  {
    limit: at('limit', limit),
    order: orderAt(order),
    search: at('search', commissionFilterShape.searchText),
    type: at('type', commissionFilterShape.type),
  },
  periodAt({ options: periods, standard: 'last-30', within: customDays }),
);
export type ReportView = typeof reportView.standard;

export type CommissionQuery = Omit<ReportView, 'period'> & { page: number };

/** The set filters, for the API and the export. */
export const toFilters = ({
  range: { from, to },
  search,
  type,
}: Pick<CommissionQuery, 'range' | 'search' | 'type'>) => ({
  viewDate: { ...(from !== null && { start: from }), ...(to !== null && { end: to }) },
  ...(search !== '' && { searchText: search }),
  ...(type !== undefined && { type }),
});

const getCommissions = call<typeof reportCommissions>({
  method: 'GET',
  path: '/reports-commissions',
});

/** One page of the commissions of the account on screen. */
export const commissionsQuery = (
  userId: number,
  { page, limit: rows, order: sorted, ...filters }: CommissionQuery,
) =>
  queryOptions({
    queryKey: ['commissions', userId, { page, limit: rows, order: sorted, ...filters }],
    queryFn: ({ signal }) =>
      getCommissions(
        {
          query: { order: sorted, page, limit: rows, userId, filters: toFilters(filters) },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
