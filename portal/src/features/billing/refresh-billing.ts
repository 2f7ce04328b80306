import type { QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '../../lib/session.ts';

/**
 * Asks anew for all that a payment or a card can change: the boxes, and the payment status in the
 * session.
 */
export const refreshBilling = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: ['billing'] }),
    client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  ]);

/** After these times a failed payment has usually been tried with the new card; in milliseconds. */
const looks = [3000, 10_000];

/**
 * Asks anew a little later: the server tries failed payments on its own when the card is another
 * one.
 */
export const refreshSoon = (client: QueryClient): void => {
  for (const time of looks) setTimeout(() => void refreshBilling(client), time);
};
