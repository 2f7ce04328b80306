import { queryOptions } from '@tanstack/react-query';
import type { readHistory } from '@lintel/contract/contractors-history';
import type { changeLeadOwner, listManagers, readLead } from '@lintel/contract/leads';
import { call } from '../../../lib/api/call.ts';

const getLead = call<typeof readLead>({ method: 'GET', path: '/manage/leads/{id}' });
const getManagers = call<typeof listManagers>({ method: 'GET', path: '/manage/managers' });
const getHistory = call<typeof readHistory>({
  method: 'GET',
  path: '/manage/contractor/{id}/history',
});

export const leadQuery = (id: number) =>
  queryOptions({
    queryKey: ['lead', id],
    queryFn: ({ signal }) => getLead({ params: { id } }, { signal }),
    retry: false,
  });

/** Who can look after leads. */
export const managersQuery = queryOptions({
  queryKey: ['managers'],
  queryFn: ({ signal }) => getManagers({}, { signal }).then(({ data }) => data),
});

/** The last changes of the lead's contractor. */
export const leadHistoryQuery = (contractorId: number) =>
  queryOptions({
    queryKey: ['lead-history', contractorId],
    queryFn: ({ signal }) =>
      getHistory({ params: { id: contractorId }, query: { page: 1, limit: 25 } }, { signal }).then(
        ({ data }) => data,
      ),
  });

export const changeOwner = call<typeof changeLeadOwner>({
  method: 'POST',
  path: '/manage/leads/{id}/owner',
});
