import type { QueryClient } from '@tanstack/react-query';
import { setsQuery } from './api/distribution.ts';
import { sourcesKey } from './api/lead-fields.ts';

/** Asks anew for the sets, and for the sources, which say in which set they are. */
export const refreshDistribution = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: setsQuery.queryKey }),
    client.invalidateQueries({ queryKey: sourcesKey }),
  ]);
