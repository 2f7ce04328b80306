import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { readSetting, updateSetting } from '@lintel/contract/core/settings';
import type { readAgreementEffect } from '@lintel/contract/contractors/agreement-effect';
import type {
  readMultipleUsers,
  saveMultipleUsers,
} from '@lintel/contract/contractors/tier-team-limits';
import { call } from '../../../lib/api/call.ts';

const getSetting = call<typeof readSetting>({ method: 'GET', path: '/setting' });
const getEffect = call<typeof readAgreementEffect>(
  { method: 'GET', path: '/setting/service-agreement/effect' },
  { handles: [500] },
);

export const agreementQuery = queryOptions({
  queryKey: ['service-agreement-date'],
  queryFn: ({ signal }) => getSetting({ query: { name: 'ServiceAgreementDate' } }, { signal }),
});

/** The contractors that a new date would affect; never cached. */
export const effectQuery = queryOptions({
  queryKey: ['service-agreement-effect'],
  queryFn: ({ signal }) => getEffect({}, { signal }),
  staleTime: 0,
  gcTime: 0,
});

export const postAgreementDate = call<typeof updateSetting>(
  { method: 'POST', path: '/setting/{id}', encoding: 'form' },
  { handles: [500] },
);

const getMultipleUsers = call<typeof readMultipleUsers>({
  method: 'GET',
  path: '/setting/multiple-users',
});

export const multipleUsersQuery = queryOptions({
  queryKey: ['multiple-users'],
  queryFn: ({ signal }) => getMultipleUsers({}, { signal }),
});

export const postMultipleUsers = call<typeof saveMultipleUsers>(
  { method: 'POST', path: '/setting/multiple-users' },
  { handles: [500] },
);

/** Prefetches the sections' data. Never throws. */
export const prefetchMultipleUsers = (client: QueryClient): Promise<unknown> =>
  client.prefetchQuery(multipleUsersQuery);
export const prefetchAgreement = (client: QueryClient): Promise<unknown> =>
  client.prefetchQuery(agreementQuery);
