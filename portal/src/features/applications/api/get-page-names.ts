import { queryOptions } from '@tanstack/react-query';
import type { listPageNames } from '@lintel/contract/pages';
import { call } from '../../../lib/api/call.ts';

const getPageNames = call<typeof listPageNames>({
  method: 'GET',
  path: '/contractor/{id}/co-branded-pages/filter-list',
});

/** The contractor's pages as options. */
export const pageNamesQuery = (contractorId: number) =>
  queryOptions({
    queryKey: ['page-names', contractorId],
    queryFn: ({ signal }) => getPageNames({ params: { id: contractorId } }, { signal }),
  });
