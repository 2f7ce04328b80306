import { queryOptions } from '@tanstack/react-query';
import type { PayoutMethod, readPayoutMethod } from '@lintel/contract/payouts-method';
import { call } from '../../../lib/api/call.ts';

const get = call<typeof readPayoutMethod>({ method: 'GET', path: '/contractor/{id}/payout-tax' });

/** Where a contractor is paid; null when that is not known. */
export const methodQuery = (id: number) =>
  queryOptions({
    queryKey: ['payouts', 'own-method', id],
    queryFn: async ({ signal }): Promise<PayoutMethod | null> => {
      const found = await get({ params: { id } }, { signal });
      return 'payoutMethod' in found ? (found as PayoutMethod) : null;
    },
  });
