import { queryOptions } from '@tanstack/react-query';
import type { readPayoutMethod } from '@lintel/contract/payouts/method';
import type { readW9ForReview, reviewW9 } from '@lintel/contract/payouts/w9';
import { call } from '../../../lib/api/call.ts';
import { send } from '../../../lib/api/send.ts';

const getForm = call<typeof readW9ForReview>(
  { method: 'GET', path: '/manage/contractor/{id}/w9' },
  { handles: [403, 404, 500] },
);
const getMethod = call<typeof readPayoutMethod>(
  { method: 'GET', path: '/contractor/{id}/payout-tax' },
  { handles: [404, 500] },
);
const post = call<typeof reviewW9>(
  { method: 'POST', path: '/manage/contractor/{id}/w9', encoding: 'form' },
  { handles: [404, 409, 422, 500] },
);

/** What every answer about tax forms begins with in the store of answers. */
export const w9Key = ['payouts', 'w9'] as const;

/** A contractor's form as its reviewer sees it. */
export const reviewQuery = (id: number) =>
  queryOptions({
    queryKey: [...w9Key, 'review', id],
    queryFn: ({ signal }) => getForm({ params: { id } }, { signal }),
    // Each look at a form is written down, so it is looked at once for each opening.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Where the contractor is paid, masked. */
export const methodOfQuery = (id: number) =>
  queryOptions({
    queryKey: ['payouts', 'method', id],
    queryFn: ({ signal }) => getMethod({ params: { id } }, { signal }),
  });

/** A picture of the form's first page; `version` tells apart one form from the next. */
export const pictureQuery = (path: `/${string}/w9/preview`, version: string | number) =>
  queryOptions({
    queryKey: [...w9Key, 'picture', path, version],
    queryFn: async ({ signal }) =>
      (await send(path, { method: 'GET' }, { signal, handles: [404, 422, 500, 503] })).blob(),
    retry: 1,
    gcTime: 0,
  });

export interface Decision {
  status: 'Pending' | 'Verified' | 'Rejected';
  skipDifferences: boolean;
  reason: string;
}

/** Decides on the form that was looked at. */
export const saveReview = (
  id: number,
  version: number,
  { status, skipDifferences, reason }: Decision,
) =>
  post({
    params: { id },
    body: { id, version, status, skipDifferences: skipDifferences ? '1' : '0', reason },
  });
