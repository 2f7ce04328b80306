import { queryOptions } from '@tanstack/react-query';
import type { readSignUpPlans } from '@lintel/contract/billing-sign-up';
import type { Answer } from '@lintel/contract/core/endpoint';
import { call } from '../../../../lib/api/call.ts';

const getPlans = call<typeof readSignUpPlans>(
  { method: 'GET', path: '/sign-up/plans' },
  { handles: [500] },
);

export type Offers = Answer<typeof readSignUpPlans>;

/** What can be signed up for, and how cards are taken. */
export const offersQuery = queryOptions({
  queryKey: ['sign-up', 'plans'],
  staleTime: 600_000,
  queryFn: ({ signal }) => getPlans({}, { signal }),
});
