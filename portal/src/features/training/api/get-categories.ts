import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '@lintel/contract/core/endpoint';
import type { readCategories } from '@lintel/contract/training';
import { call } from '../../../lib/api/call.ts';

const getCategories = call<typeof readCategories>(
  { method: 'GET', path: '/materials-category' },
  { timeout: 0 },
);

export type Categories = Answer<typeof readCategories>;

/** The categories by type, with what is new to this user. It may take as long as it takes. */
export const categoriesQuery = (userId: number) =>
  queryOptions({
    queryKey: ['training', userId, 'categories'],
    queryFn: ({ signal }) => getCategories({ query: { userId } }, { signal }),
  });
