import { queryOptions } from '@tanstack/react-query';
import type { listSocialTemplates } from '@lintel/contract/marketing-templates';
import { call } from '../../../../lib/api/call.ts';
import { templatesKey } from './keys.ts';

const getTemplates = call<typeof listSocialTemplates>({
  method: 'GET',
  path: '/social-media-image-templates',
});

export const socialTemplatesQuery = queryOptions({
  queryKey: [...templatesKey, 'social'],
  queryFn: async ({ signal }) => (await getTemplates({}, { signal })).data,
});
