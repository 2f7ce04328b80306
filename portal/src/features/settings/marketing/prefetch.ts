import type { QueryClient } from '@tanstack/react-query';
import { flyerSettingQuery } from './api/get-flyer-setting.ts';
import { flyerTemplatesQuery } from './api/get-flyer-templates.ts';

/** Asks for what the section shows first. Never throws. */
export const prefetchMarketing = (client: QueryClient): Promise<unknown> =>
  Promise.all([client.prefetchQuery(flyerTemplatesQuery), client.prefetchQuery(flyerSettingQuery)]);
