import { queryOptions } from '@tanstack/react-query';
import type { readAch } from '@lintel/contract/payouts-method';
import type { readW9Status } from '@lintel/contract/payouts-w9';
import { call } from '../../../lib/api/call.ts';

const getAch = call<typeof readAch>({ method: 'GET', path: '/contractor/{id}/ach' });
const getW9Status = call<typeof readW9Status>({
  method: 'GET',
  path: '/contractor/{id}/w9-status',
});

/** Whether there are bank details, and how the W-9 stands. */
export const payoutStateQuery = (contractorId: number) =>
  queryOptions({
    queryKey: ['dashboard', 'payout-state', contractorId],
    queryFn: async ({ signal }) => {
      const params = { id: contractorId };
      const [ach, { status }] = await Promise.all([
        getAch({ params }, { signal }),
        getW9Status({ params }, { signal }),
      ]);
      return { hasAch: Object.keys(ach).length > 0, w9: status };
    },
  });
