import { queryOptions } from '@tanstack/react-query';
import type { choosePlan } from '@lintel/contract/contractors-edit';
import { call } from '../../../lib/api/call.ts';
import { contractorsKey } from './get-contractors.ts';

const getPlans = call<typeof choosePlan>(
  { method: 'GET', path: '/manage/contractor-plans' },
  { handles: [500] },
);

/**
 * The plans to choose from; with a search, those of the contractors that it finds by company name
 * or id.
 */
export const plansQuery = (searchText: string) =>
  queryOptions({
    queryKey: [...contractorsKey, 'plans', searchText],
    queryFn: ({ signal }) =>
      getPlans({ query: { searchText } }, { signal }).then(({ data }) => data),
  });
