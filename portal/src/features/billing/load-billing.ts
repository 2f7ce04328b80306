import type { LoadContext } from '../../routes/router-context.ts';
import { cardQuery } from './cards/api/get-card.ts';
import { failedPaymentsQuery } from './payments/api/get-failed-payments.ts';
import { subscriptionQuery } from './subscription/api/get-subscription.ts';

/** Starts what the boxes ask for; a box whose answer fails says so itself. */
export const load = async ({ client, session }: LoadContext): Promise<void> => {
  if (session.contractor === null) return;
  await Promise.all([
    client.prefetchQuery(subscriptionQuery(session.contractor.id)),
    client.prefetchQuery(cardQuery(session.user.id)),
    client.prefetchQuery(failedPaymentsQuery(session.user.id, 1)),
  ]);
};
