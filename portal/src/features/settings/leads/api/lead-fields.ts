import { queryOptions } from '@tanstack/react-query';
import type {
  listFirstTouches,
  listLeadSources,
  saveFirstTouches,
  saveLeadSources,
} from '@lintel/contract/leads-fields';
import { call } from '../../../../lib/api/call.ts';

/** What every list of lead sources begins with in the store of answers. */
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

/** The sources that are in no distribution set. */
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
