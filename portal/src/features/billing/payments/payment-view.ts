import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { PaymentState } from '@lintel/contract/billing/constants';
import type { listPayments } from '@lintel/contract/billing/payments';
import { paymentPageSizes } from '@lintel/contract/billing/payments-constants';
import { call } from '../../../lib/api/call.ts';
import { type DateRange, dateRange, type RangeOption } from '../../../lib/date-ranges.ts';
import type { GridView } from '../../../ui/grid-view.ts';

const getPayments = call<typeof listPayments>({ method: 'GET', path: '/payment' });

/** The table's query. */
interface PaymentQuery extends GridView {
  status: '' | PaymentState;
  range: DateRange;
  searchText: string;
}

/**
 * One page of the payments of the account on screen. The previous page stays visible while the next
 * one loads.
 */
export const paymentsQuery = (
  userId: number,
  { page, limit, order, status, range, searchText }: PaymentQuery,
) =>
  queryOptions({
    queryKey: ['billing', 'payments', userId, { page, limit, order, status, range, searchText }],
    queryFn: ({ signal }) => {
      const createdAt = {
        ...(range.from && { start: range.from }),
        ...(range.to && { end: range.to }),
      };
      return getPayments(
        { query: { page, limit, order, userId, filters: { status, createdAt, searchText } } },
        { signal },
      );
    },
    placeholderData: keepPreviousData,
  });

/** The page sizes and periods that the table offers. */
export const pageSizes = paymentPageSizes;
export const periods = [
  'all',
  'last-year',
  'this-year',
  'custom',
] as const satisfies readonly RangeOption[];

/** The statuses to filter by; the empty one means all. */
export const statusFilters = ['', 'Succeeded', 'Failed'] as const satisfies readonly (
  | ''
  | PaymentState
)[];
type StatusFilter = (typeof statusFilters)[number];

export interface PaymentView extends GridView {
  status: StatusFilter;
  period: RangeOption;
  range: DateRange;
  searchText: string;
}

const firstPeriod = 'this-year';

/** The table's initial view. */
export const firstView = (now: Date): PaymentView => ({
  page: 1,
  limit: 5,
  order: '-createdAt',
  status: '',
  period: firstPeriod,
  range: dateRange(firstPeriod, now),
  searchText: '',
});

/** Changing a filter resets to the first page. */
export const changeView = (view: PaymentView, change: Partial<PaymentView>): PaymentView => ({
  ...view,
  ...('page' in change ? {} : { page: 1 }),
  ...change,
});
