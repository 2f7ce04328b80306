import { queryOptions } from '@tanstack/react-query';
import type { readPlanYears } from '@lintel/contract/billing-plans';
import { call } from '../../../../lib/api/call.ts';
import { plansKey } from './get-plans.ts';

const getYears = call<typeof readPlanYears>(
  { method: 'GET', path: '/plan/{id}/years' },
  { handles: [404, 500, 503] },
);

/** How many contractors pay a plan, and when their years begin. */
export const planYearsQuery = (id: number) =>
  queryOptions({
    queryKey: [...plansKey, 'years', id],
    queryFn: ({ signal }) => getYears({ params: { id } }, { signal }),
    staleTime: 0,
  });
