import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { readHistory } from '@lintel/contract/contractors-history';
import { call } from '../../../lib/api/call.ts';
import { contractorsKey } from './get-contractors.ts';

const getHistory = call<typeof readHistory>({
  method: 'GET',
  path: '/manage/contractor/{id}/history',
});

/** One page of what happened to a contractor. */
export const historyQuery = (id: number, { page, limit }: { page: number; limit: number }) =>
  queryOptions({
    queryKey: [...contractorsKey, 'history', id, { page, limit }],
    queryFn: ({ signal }) => getHistory({ params: { id }, query: { page, limit } }, { signal }),
    placeholderData: keepPreviousData,
  });
