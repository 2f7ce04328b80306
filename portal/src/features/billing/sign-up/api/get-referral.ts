import { queryOptions } from '@tanstack/react-query';
import type { readReferralCode } from '@lintel/contract/billing-sign-up';
import { ApiError } from '../../../../lib/api/api-error.ts';
import { call } from '../../../../lib/api/call.ts';

const getReferral = call<typeof readReferralCode>(
  { method: 'GET', path: '/sign-up/referral/{code}' },
  { handles: [500] },
);

/** Whose code it is; null when it is nobody's. */
export const referralQuery = (code: string) =>
  queryOptions({
    queryKey: ['sign-up', 'referral', code.toUpperCase()],
    enabled: code !== '',
    staleTime: 600_000,
    retry: false,
    queryFn: ({ signal }) =>
      getReferral({ params: { code } }, { signal }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }),
  });
