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

/** Query key prefix of W-9 forms. */
export const w9Key = ['payouts', 'w9'] as const;

/** A contractor's form in the reviewer's version. */
export const reviewQuery = (id: number) =>
  queryOptions({
    queryKey: [...w9Key, 'review', id],
    queryFn: ({ signal }) => getForm({ params: { id } }, { signal }),
    // Each read is audited, so it is read once per opening.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** A contractor's bank details, masked. */
export const w9MethodQuery = (id: number) =>
  queryOptions({
    queryKey: ['payouts', 'method', id],
    queryFn: ({ signal }) => getMethod({ params: { id } }, { signal }),
  });

/** A picture of the form's first page; `version` distinguishes one form from the next. */
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

/** Saves the decision on the form that was reviewed. */
export const saveReview = (
  id: number,
  version: number,
  { status, skipDifferences, reason }: Decision,
) =>
  post({
    params: { id },
    body: { id, version, status, skipDifferences: skipDifferences ? '1' : '0', reason },
  });
