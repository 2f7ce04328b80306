import { queryOptions } from '@tanstack/react-query';
import type { listManagers } from '@lintel/contract/leads';
import { call } from '../../../lib/api/call.ts';

export const getManagers = call<typeof listManagers>(
  { method: 'GET', path: '/manage/managers' },
  { handles: [500] },
);

/** The provider's people who look after contractors and leads. */
export const managersQuery = queryOptions({
  queryKey: ['managers'],
  queryFn: ({ signal }) => getManagers({}, { signal }).then(({ data }) => data),
});
