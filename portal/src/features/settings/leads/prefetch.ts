import type { QueryClient } from '@tanstack/react-query';
import { setsQuery } from './api/distribution.ts';
import { looseSourcesQuery, sourcesQuery } from './api/lead-fields.ts';

/** Ask for what the sections show first. Never throw. */
export const prefetchFields = (client: QueryClient): Promise<unknown> =>
  client.prefetchQuery(sourcesQuery);
export const prefetchDistribution = (client: QueryClient): Promise<unknown> =>
  Promise.all([client.prefetchQuery(setsQuery), client.prefetchQuery(looseSourcesQuery)]);
