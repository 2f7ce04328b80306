import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { readVisits } from '@lintel/contract/identity-visits';
import { call } from '../../../lib/api/call.ts';

const getVisits = call<typeof readVisits>({ method: 'GET', path: '/contractor/{id}/staff-visits' });

/** One page of the times that staff were in the contractor's account. */
export const visitsQuery = (contractorId: number, { page, limit } = { page: 1, limit: 10 }) =>
  queryOptions({
    queryKey: ['staff-visits', contractorId, { page, limit }],
    queryFn: ({ signal }) =>
      getVisits({ params: { id: contractorId }, query: { page, limit } }, { signal }),
    placeholderData: keepPreviousData,
  });
