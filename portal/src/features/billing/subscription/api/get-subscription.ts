import { queryOptions } from '@tanstack/react-query';
import type { readSubscription } from '@lintel/contract/billing-payments';
import { call } from '../../../../lib/api/call.ts';

const getSubscription = call<typeof readSubscription>({
  method: 'GET',
  path: '/contractor/{id}/subscription',
});

/** The contractor's subscription, or null. */
export const subscriptionQuery = (contractorId: number) =>
  queryOptions({
    queryKey: ['billing', 'subscription', contractorId],
    queryFn: async ({ signal }) => {
      const subscription = await getSubscription({ params: { id: contractorId } }, { signal });
      return subscription.id === null ? null : subscription;
    },
  });
