import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { listPayouts, readEarnings } from '@lintel/contract/payouts';
import { call } from '../../../lib/api/call.ts';
import type { GridView } from '../../../ui/grid-view.ts';

const get = call<typeof listPayouts>({ method: 'GET', path: '/contractor/{id}/payouts' });
const getEarnings = call<typeof readEarnings>({ method: 'GET', path: '/contractor/{id}/earnings' });

export const firstPayouts: GridView = { page: 1, limit: 10, order: '-month' };

/** One page of a contractor's payouts. While the next one loads, the last one stays. */
export const payoutsQuery = (id: number, { page, limit, order }: GridView) =>
  queryOptions({
    queryKey: ['payouts', 'own', id, { page, limit, order }],
    queryFn: ({ signal }) => get({ params: { id }, query: { page, limit, order } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** What a contractor has earned this year, and what payouts wait for. */
export const earningsQuery = (id: number) =>
  queryOptions({
    queryKey: ['payouts', 'earnings', id],
    queryFn: ({ signal }) => getEarnings({ params: { id } }, { signal }),
  });
