import { queryOptions } from '@tanstack/react-query';
import type { listFlyerTemplates } from '@lintel/contract/marketing-templates';
import { call } from '../../../../lib/api/call.ts';
import { templatesKey } from './keys.ts';

const getTemplates = call<typeof listFlyerTemplates>({
  method: 'GET',
  path: '/manage/flyer-templates',
});

export const flyerTemplatesQuery = queryOptions({
  queryKey: [...templatesKey, 'flyers'],
  queryFn: async ({ signal }) => (await getTemplates({}, { signal })).data,
});
