import { queryOptions } from '@tanstack/react-query';
import type { claimGuarantee, readGuarantee } from '@lintel/contract/billing-guarantee';
import { call } from '../../../lib/api/call.ts';

const getGuarantee = call<typeof readGuarantee>({
  method: 'GET',
  path: '/contractor/{id}/guarantee',
});
export const postClaim = call<typeof claimGuarantee>({
  method: 'POST',
  path: '/contractor/{id}/guarantee',
});

/** Where the contractor stands with the guarantee. */
export const guaranteeQuery = (contractorId: number) =>
  queryOptions({
    queryKey: ['dashboard', 'guarantee', contractorId],
    queryFn: ({ signal }) => getGuarantee({ params: { id: contractorId } }, { signal }),
  });
