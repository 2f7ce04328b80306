import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { sessionQuery } from '../../lib/session.ts';

/**
 * All that a payment or a card can change: the boxes, and the payment status in the session.
 */
export const billingKeys: readonly QueryKey[] = [['billing'], sessionQuery.queryKey];

/** Asks anew for all that a payment or a card can change. */
export const refreshBilling = (client: QueryClient): Promise<unknown> =>
  Promise.all(billingKeys.map((queryKey) => client.invalidateQueries({ queryKey })));

/** After these times a failed payment has usually been tried with the new card; in milliseconds. */
const looks = [3000, 10_000];

/**
 * Asks anew a little later: the server tries failed payments on its own when the card is another
 * one.
 */
export const refreshSoon = (client: QueryClient): void => {
  for (const time of looks) setTimeout(() => void refreshBilling(client), time);
};
