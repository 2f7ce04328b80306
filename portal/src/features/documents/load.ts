import type { LoadContext } from '../../routes/router-context.ts';
import { documentsView } from './documents-view.ts';
import { documentQuery, documentsQuery, totalsQuery } from './requests.ts';

/** Prefetches the list with its totals, or one document; a new one has nothing to load. */
export const load = async ({ client, session, params, search }: LoadContext): Promise<void> => {
  if (session.contractor === null) return;
  const { id: userId } = session.user;
  const id = params['id'];
  if (id === undefined) {
    void client.prefetchQuery(documentsQuery(userId, documentsView.toView(search)));
    await client.prefetchQuery(totalsQuery(userId));
  } else if (id !== 'new') await client.prefetchQuery(documentQuery(userId, Number(id)));
};
