import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { listReferrals } from '@lintel/contract/commissions';
import { call } from '../../../lib/api/call.ts';

const getReferrals = call<typeof listReferrals>({
  method: 'GET',
  path: '/contractor/{id}/referrals',
});

export const friendsPerPage = 10;

/** A page of the contractor's friends, and what all of them brought. */
export const referralsQuery = (contractorId: number, page: number) =>
  queryOptions({
    queryKey: ['referrals', contractorId, page],
    queryFn: ({ signal }) =>
      getReferrals(
        { params: { id: contractorId }, query: { page, limit: friendsPerPage } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
