import { queryOptions } from '@tanstack/react-query';
import type { listReconciliations, runReconciliation } from '@lintel/contract/billing-reconcile';
import { call } from '../../../../lib/api/call.ts';

const get = call<typeof listReconciliations>({ method: 'GET', path: '/reconciliation' });

/** The last comparison of the books with the payment provider's; null while there was none. */
export const lastReconciliationQuery = queryOptions({
  queryKey: ['plans', 'reconciliation'],
  queryFn: async ({ signal }) =>
    (await get({ query: { page: 1, limit: 10 } }, { signal })).data[0] ?? null,
});

/**
 * Compares the books of the last days with the payment provider's. That may take as long as the
 * provider does.
 */
export const postReconciliation = call<typeof runReconciliation>(
  { method: 'POST', path: '/reconciliation', encoding: 'form' },
  { handles: [500], timeout: 0 },
);
