import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { listFlaggedApplications } from '@lintel/contract/applications-flags';
import { call } from '../../../lib/api/call.ts';

const getFlagged = call<typeof listFlaggedApplications>({
  method: 'GET',
  path: '/manage/flagged-applications',
});

export const flaggedPageSize = 10;

/** Applications that staff should look at, the newest first. */
export const flaggedQuery = (page: number) =>
  queryOptions({
    queryKey: ['dashboard', 'flagged', page],
    queryFn: ({ signal }) => getFlagged({ query: { page, limit: flaggedPageSize } }, { signal }),
    placeholderData: keepPreviousData,
  });
