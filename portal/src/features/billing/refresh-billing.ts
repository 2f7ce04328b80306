import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { sessionQuery } from '../../lib/session.ts';

/** Everything that a payment or card can change: the boxes, and the session's payment status. */
export const billingKeys: readonly QueryKey[] = [['billing'], sessionQuery.queryKey];

/** Refetches everything that a payment or card can change. */
export const refreshBilling = (client: QueryClient): Promise<unknown> =>
  Promise.all(billingKeys.map((queryKey) => client.invalidateQueries({ queryKey })));

/** When a failed payment has usually been retried with the new card, in milliseconds. */
const looks = [3000, 10_000];

/** Refetches after a delay: the server retries failed payments automatically with a new card. */
export const refreshSoon = (client: QueryClient): void => {
  for (const time of looks) setTimeout(() => void refreshBilling(client), time);
};
