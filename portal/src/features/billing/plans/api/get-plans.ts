import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { listPlans } from '@lintel/contract/billing-plans';
import { call } from '../../../../lib/api/call.ts';
import type { GridView } from '../../../../ui/grid-view.ts';

export const getPlans = call<typeof listPlans>({ method: 'GET', path: '/plan' });

export interface PlanView extends GridView {
  searchText: string;
}

export const firstView: PlanView = { page: 1, limit: 25, order: '+id', searchText: '' };

/** What every list of plans begins with in the store of answers. */
export const plansKey = ['billing', 'plans'] as const;

/** One page of the plans. While the next one loads, the last one stays. */
export const plansQuery = ({ page, limit, order, searchText }: PlanView) =>
  queryOptions({
    queryKey: [...plansKey, { page, limit, order, searchText }],
    queryFn: ({ signal }) =>
      getPlans({ query: { page, limit, order, filters: { searchText } } }, { signal }),
    placeholderData: keepPreviousData,
  });
