import { queryOptions } from '@tanstack/react-query';
import type { listContractors } from '@lintel/contract/contractors-manage';
import { call } from '../../../lib/api/call.ts';

const getContractors = call<typeof listContractors>({ method: 'GET', path: '/manage/contractors' });

/** How many contractors there are, for staff. */
export const contractorCountQuery = queryOptions({
  queryKey: ['dashboard', 'contractor-count'],
  queryFn: ({ signal }) =>
    getContractors({ query: { limit: 10 } }, { signal }).then(({ total }) => total),
});
