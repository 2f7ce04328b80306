import { queryOptions } from '@tanstack/react-query';
import type { readReferral } from '@lintel/contract/commissions';
import { call } from '../../../lib/api/call.ts';

const getReferral = call<typeof readReferral>({ method: 'GET', path: '/contractor/{id}/refer' });

/** The contractor's own referral link; it never changes. */
export const referralQuery = (contractorId: number) =>
  queryOptions({
    queryKey: ['referral', contractorId],
    queryFn: ({ signal }) => getReferral({ params: { id: contractorId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
