import { queryOptions } from '@tanstack/react-query';
import type { listCategories } from '@lintel/contract/emails';
import { call } from '../../../lib/api/call.ts';

const getCategories = call<typeof listCategories>({
  method: 'GET',
  path: '/manage/emails/template-categories',
});

/** What templates are sorted into. */
export const categoriesQuery = queryOptions({
  queryKey: ['emails', 'categories'],
  queryFn: async ({ signal }) => (await getCategories({}, { signal })).data,
});
