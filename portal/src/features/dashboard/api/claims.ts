import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { decideClaim, listClaims } from '@lintel/contract/billing-guarantee';
import { call } from '../../../lib/api/call.ts';

const getClaims = call<typeof listClaims>({ method: 'GET', path: '/manage/guarantee-claims' });
export const postDecision = call<typeof decideClaim>({
  method: 'POST',
  path: '/manage/guarantee-claims/{id}',
});

export const openClaimsKey = ['dashboard', 'claims'] as const;

/** The open claims of the guarantee, the oldest first. */
export const openClaimsQuery = (page: number) =>
  queryOptions({
    queryKey: [...openClaimsKey, page],
    queryFn: ({ signal }) => getClaims({ query: { state: 'open', page, limit: 10 } }, { signal }),
    placeholderData: keepPreviousData,
  });
