import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { output } from 'zod';
import type { builtInMessage, listBuiltIn } from '@lintel/contract/emails-queue';
import { call } from '../../../lib/api/call.ts';
import type { GridView } from '../../../ui/grid-view.ts';

/** It is a notice beside the list: a failure of its own would only be in the way. */
const getBuiltIn = call<typeof listBuiltIn>(
  { method: 'GET', path: '/manage/emails/built-in' },
  { handles: [500] },
);

export type BuiltInMessage = output<typeof builtInMessage>;

/** Messages that were sent with the built-in text, the newest first. */
export const builtInQuery = ({ page, limit }: GridView) =>
  queryOptions({
    queryKey: ['emails', 'built-in', { page, limit }],
    queryFn: ({ signal }) => getBuiltIn({ query: { page, limit } }, { signal }),
    placeholderData: keepPreviousData,
  });
