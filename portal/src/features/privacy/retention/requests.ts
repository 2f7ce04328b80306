import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import type {
  listRetentionRuns,
  previewRetention,
  readRetention,
  rehearseRetention,
  saveRetention,
} from '@lintel/contract/privacy/retention';
import { call } from '../../../lib/api/call.ts';

const getRetention = call<typeof readRetention>({ method: 'GET', path: '/manage/retention' });
const getPreview = call<typeof previewRetention>({
  method: 'GET',
  path: '/manage/retention/preview',
});
const getRuns = call<typeof listRetentionRuns>({ method: 'GET', path: '/manage/retention/runs' });

export const postRetention = call<typeof saveRetention>(
  { method: 'POST', path: '/manage/retention' },
  { handles: [409, 422, 500] },
);
export const postRehearsal = call<typeof rehearseRetention>({
  method: 'POST',
  path: '/manage/retention/dry-run',
});

const key = ['retention'] as const;
export const retentionQuery = queryOptions({
  queryKey: [...key, 'settings'],
  queryFn: ({ signal }) => getRetention({}, { signal }),
});

/** What the next run would remove. Never cached, because the result changes with the date. */
export const previewQuery = queryOptions({
  queryKey: [...key, 'preview'],
  queryFn: ({ signal }) => getPreview({}, { signal }),
  staleTime: 0,
});

export const runsKey = [...key, 'runs'] as const;
export const runsQuery = (query: { page: number; limit: number }) =>
  queryOptions({
    queryKey: [...runsKey, query],
    queryFn: ({ signal }) => getRuns({ query }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Never throws. */
export const prefetchRetention = (client: QueryClient): Promise<unknown> =>
  client.prefetchQuery(retentionQuery);
