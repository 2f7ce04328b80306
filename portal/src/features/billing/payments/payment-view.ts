import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { PaymentState } from '@lintel/contract/billing/constants';
import type { listPayments } from '@lintel/contract/billing/payments';
import { paymentPageSizes } from '@lintel/contract/billing/payments-constants';
import { call } from '../../../lib/api/call.ts';
import { type DateRange, rangeOf, type RangeOption } from '../../../lib/date-ranges.ts';
import type { GridView } from '../../../ui/grid-view.ts';

const getPayments = call<typeof listPayments>({ method: 'GET', path: '/payment' });

/** What the table is asked for. */
interface PaymentQuery extends GridView {
  status: '' | PaymentState;
  range: DateRange;
  searchText: string;
}

/**
 * One page of the payments of the account that is looked at. While the next one loads, the last one
 * stays.
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

/** The sizes and periods that the table offers. */
export const pageSizes = paymentPageSizes;
export const periods = [
  'all',
  'last-year',
  'this-year',
  'custom',
] as const satisfies readonly RangeOption[];

/** The statuses that the table can be filtered by; the empty one is all of them. */
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

/** What the table shows when the screen is opened. */
export const firstView = (now: Date): PaymentView => ({
  page: 1,
  limit: 5,
  order: '-createdAt',
  status: '',
  period: firstPeriod,
  range: rangeOf(firstPeriod, now),
  searchText: '',
});

/** Changing what is looked for starts at the first page again. */
export const changeView = (view: PaymentView, change: Partial<PaymentView>): PaymentView => ({
  ...view,
  ...('page' in change ? {} : { page: 1 }),
  ...change,
});
