import { queryOptions } from '@tanstack/react-query';
import type {
  assignSources as assign,
  deleteSet as remove,
  listOwners,
  listSets,
  saveOwners as saveShares,
  saveSet as save,
} from '@lintel/contract/leads-distribution';
import { call } from '../../../../lib/api/call.ts';

const handles = { handles: [500] };
const getSets = call<typeof listSets>({ method: 'GET', path: '/setting/lead-distribution' });
const getOwners = call<typeof listOwners>({ method: 'GET', path: '/setting/lead-owners' });

export const setsQuery = queryOptions({
  queryKey: ['lead-distribution'],
  queryFn: ({ signal }) => getSets({}, { signal }).then(({ data }) => data),
});

/** The people who can get leads. */
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
