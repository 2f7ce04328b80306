import type { LoadContext } from '../../routes/router-context.ts';
import { methodQuery } from './api/get-method.ts';
import { earningsQuery } from './api/get-payouts.ts';
import { w9Query } from './api/get-w9.ts';

/** Starts what the cards ask for; a card whose answer fails says so itself. */
export const load = async ({ client, session }: LoadContext): Promise<void> => {
  const id = session.contractor?.id;
  if (id === undefined) return;
  await Promise.all([
    client.prefetchQuery(methodQuery(id)),
    client.prefetchQuery(w9Query(id)),
    client.prefetchQuery(earningsQuery(id)),
  ]);
};
