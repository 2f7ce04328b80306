import { queryOptions } from '@tanstack/react-query';
import type { listPageNames } from '@lintel/contract/pages/page';
import { call } from '../../../lib/api/call.ts';

const getPageNames = call<typeof listPageNames>({
  method: 'GET',
  path: '/contractor/{id}/co-branded-pages/filter-list',
});

/**
 * The contractor's pages, oldest first. It is open to team users who may make documents but not
 * change pages.
 */
export const pageNamesQuery = (contractorId: number) =>
  queryOptions({
    queryKey: ['page-names', contractorId],
    queryFn: ({ signal }) => getPageNames({ params: { id: contractorId } }, { signal }),
  });
