import type { QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '../../lib/session.ts';

/** Asks anew for all that a payment or a card can change: the boxes, and the payment status in the session. */
export const refreshBilling = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: ['billing'] }),
    client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  ]);
