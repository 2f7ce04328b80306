import { queryOptions } from '@tanstack/react-query';
import type { commissionMonths } from '@lintel/contract/commissions';
import { call } from '../../../lib/api/call.ts';

const getMonths = call<typeof commissionMonths>({
  method: 'GET',
  path: '/reports-commissions/months',
});

/** What each month of the past two years brought, oldest first. */
export const monthsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['commission-months', userId],
    queryFn: ({ signal }) => getMonths({ query: { userId } }, { signal }),
  });
