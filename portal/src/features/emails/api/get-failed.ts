import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { output } from 'zod';
import type { failedMessage, listFailed } from '@lintel/contract/emails-queue';
import { call } from '../../../lib/api/call.ts';
import type { GridView } from '../../../ui/grid-view.ts';

/** It is a notice beside the list: a failure of its own would only be in the way. */
const getFailed = call<typeof listFailed>(
  { method: 'GET', path: '/manage/emails/failed' },
  { handles: [500] },
);

export type FailedMessage = output<typeof failedMessage>;

export const failedKey = ['emails', 'failed'] as const;
export const firstFailed: GridView = { page: 1, limit: 25, order: '' };

/** Messages that could not be delivered, the newest first. */
export const failedQuery = ({ page, limit }: GridView) =>
  queryOptions({
    queryKey: [...failedKey, { page, limit }],
    queryFn: ({ signal }) => getFailed({ query: { page, limit } }, { signal }),
    placeholderData: keepPreviousData,
  });
