import { queryOptions } from '@tanstack/react-query';
import type { readReopening } from '@lintel/contract/billing-subscriptions';
import { call } from '../../../lib/api/call.ts';
import { contractorsKey } from './get-contractors.ts';

const getReopening = call<typeof readReopening>(
  { method: 'GET', path: '/subscription/{contractorId}/reopening' },
  { handles: [403, 404, 500, 503] },
);

/** How a canceled contractor's subscription would go on if it were reopened now. */
export const reopeningQuery = (contractorId: number) =>
  queryOptions({
    queryKey: [...contractorsKey, 'reopening', contractorId],
    queryFn: ({ signal }) => getReopening({ params: { contractorId } }, { signal }),
    retry: false,
    staleTime: 0,
  });
