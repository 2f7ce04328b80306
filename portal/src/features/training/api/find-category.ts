import { queryOptions } from '@tanstack/react-query';
import type { findCategoryByUrl } from '@lintel/contract/training';
import { call } from '../../../lib/api/call.ts';

const findCategory = call<typeof findCategoryByUrl>({
  method: 'GET',
  path: '/materials/category-url',
});

/** The category that an address names, also by an older name. Throws `ApiError` 404 without any. */
export const categoryUrlQuery = (userId: number, categoryUrl: string) =>
  queryOptions({
    queryKey: ['training', userId, 'category-url', categoryUrl],
    queryFn: ({ signal }) => findCategory({ query: { userId, categoryUrl } }, { signal }),
    retry: false,
  });
