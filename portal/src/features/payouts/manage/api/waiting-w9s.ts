import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { listW9s } from '@lintel/contract/payouts-w9';
import { call } from '../../../../lib/api/call.ts';
import type { GridView } from '../../../../ui/grid-view.ts';
import { w9Key } from '../../../../ui/w9-review/w9-calls.ts';

const get = call<typeof listW9s>({ method: 'GET', path: '/manage/w9' });

export const firstW9s: GridView = { page: 1, limit: 25, order: '+submittedAt' };

/** One page of the forms that wait for a review. */
export const waitingW9sQuery = ({ page, limit, order }: GridView) =>
  queryOptions({
    queryKey: [...w9Key, 'waiting', { page, limit, order }],
    queryFn: ({ signal }) => get({ query: { page, limit, order } }, { signal }),
    placeholderData: keepPreviousData,
  });
