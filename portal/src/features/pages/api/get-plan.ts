import { queryOptions } from '@tanstack/react-query';
import type { readContractorPlan } from '@lintel/contract/contractors';
import { call } from '../../../lib/api/call.ts';

const getPlan = call<typeof readContractorPlan>({ method: 'GET', path: '/contractor/{id}/plan' });

/** The contractor's plan with the opportunities that it includes. */
export const planQuery = (contractorId: number) =>
  queryOptions({
    queryKey: ['plan', contractorId],
    queryFn: ({ signal }) => getPlan({ params: { id: contractorId } }, { signal }),
  });
