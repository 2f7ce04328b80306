import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { listFailedPayments } from '@lintel/contract/billing-payments';
import { call } from '../../../../lib/api/call.ts';

const getFailedPayments = call<typeof listFailedPayments>({
  method: 'GET',
  path: '/payment-failed',
});

export const failedPerPage = 1;

/** The failed payments, one a page, the oldest first, which is tried first by itself too. */
export const failedPaymentsQuery = (userId: number, page: number) =>
  queryOptions({
    queryKey: ['billing', 'failed-payments', userId, page],
    queryFn: ({ signal }) =>
      getFailedPayments(
        { query: { order: '+createdAt', page, limit: failedPerPage, userId } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
