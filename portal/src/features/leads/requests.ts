import { queryOptions, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { staffWithAll } from '@lintel/contract/core/access';
import type {
  assignSources as assign,
  deleteSet as remove,
  listOwners,
  listSets,
  saveOwners as saveShares,
  saveSet as save,
} from '@lintel/contract/leads/distribution';
import type {
  listFirstTouches,
  listLeadSources,
  saveFirstTouches,
  saveLeadSources,
} from '@lintel/contract/leads/fields';
import { call } from '../../lib/api/call.ts';

const handles = { handles: [500] };
const getSets = call<typeof listSets>({ method: 'GET', path: '/setting/lead-distribution' });
const getOwners = call<typeof listOwners>({ method: 'GET', path: '/setting/lead-owners' });

export const setsQuery = queryOptions({
  queryKey: ['lead-distribution'],
  queryFn: ({ signal }) => getSets({}, { signal }).then(({ data }) => data),
});

/** Users who can receive leads. */
export const ownersQuery = queryOptions({
  queryKey: ['lead-owners'],
  queryFn: ({ signal }) => getOwners({}, { signal }).then(({ data }) => data),
});

export const saveSet = call<typeof save>(
  { method: 'POST', path: '/setting/lead-distribution' },
  handles,
);
export const saveOwners = call<typeof saveShares>(
  { method: 'POST', path: '/setting/lead-distribution/{id}/lead-owners' },
  handles,
);
export const assignSources = call<typeof assign>(
  { method: 'POST', path: '/setting/assign-lead-sources-to-sets' },
  handles,
);
export const deleteSet = call<typeof remove>(
  { method: 'DELETE', path: '/setting/lead-distribution/{id}' },
  handles,
);

/** Query key prefix of every list of lead sources. */
export const sourcesKey = ['lead-sources'] as const;

const getSources = call<typeof listLeadSources>({ method: 'GET', path: '/setting/lead-sources' });
const getTouches = call<typeof listFirstTouches>({
  method: 'GET',
  path: '/setting/lead-first-touch',
});

export const sourcesQuery = queryOptions({
  queryKey: [...sourcesKey, 'all'],
  queryFn: ({ signal }) => getSources({}, { signal }),
});

/** Sources that are in no distribution set. */
export const looseSourcesQuery = queryOptions({
  queryKey: [...sourcesKey, 'undistributed'],
  queryFn: ({ signal }) => getSources({ query: { distributed: 'false' } }, { signal }),
});

export const touchesQuery = queryOptions({
  queryKey: ['lead-first-touches'],
  queryFn: ({ signal }) => getTouches({}, { signal }),
});

export const saveSources = call<typeof saveLeadSources>(
  { method: 'POST', path: '/setting/lead-sources' },
  { handles: [500] },
);
export const saveTouches = call<typeof saveFirstTouches>(
  { method: 'POST', path: '/setting/lead-first-touch' },
  { handles: [500] },
);

/** The sets, and the sources, which name their set. */
export const distributionKeys: readonly QueryKey[] = [setsQuery.queryKey, sourcesKey];

/** Refetches everything that depends on the distribution. */
export const refreshDistribution = (client: QueryClient): Promise<unknown> =>
  Promise.all(distributionKeys.map((queryKey) => client.invalidateQueries({ queryKey })));

const settings = ['manage-settings', 'modify'] as const;

export const seeingFields = staffWithAll(settings, ['manage-lead-fields', 'access']);
export const changingFields = staffWithAll(settings, ['manage-lead-fields', 'modify']);
export const distributing = staffWithAll(settings, ['manage-lead-distribution', 'access']);

/** Prefetch the sections' first data. Never throw. */
export const prefetchFields = (client: QueryClient): Promise<unknown> =>
  client.prefetchQuery(sourcesQuery);
export const prefetchDistribution = (client: QueryClient): Promise<unknown> =>
  Promise.all([client.prefetchQuery(setsQuery), client.prefetchQuery(looseSourcesQuery)]);
