import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { listPayments } from '@lintel/contract/billing-payments';
import type { PaymentState } from '@lintel/contract/billing-constants';
import { call } from '../../../../lib/api/call.ts';
import type { DateRange } from '../../../../lib/date-ranges.ts';
import type { GridView } from '../../../../ui/grid-view.ts';

const getPayments = call<typeof listPayments>({ method: 'GET', path: '/payment' });

/** What the table is asked for. */
export interface PaymentQuery extends GridView {
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
