import { queryOptions } from '@tanstack/react-query';
import type { listPageNames } from '@lintel/contract/pages';
import { call } from '../../../lib/api/call.ts';

// A failure is shown in the page's place, without a notice besides.
const getPageNames = call<typeof listPageNames>(
  { method: 'GET', path: '/contractor/{id}/co-branded-pages/filter-list' },
  { handles: [500] },
);

/** The contractor's pages, oldest first. */
export const pageNamesQuery = (contractorId: number) =>
  queryOptions({
    queryKey: ['page-names', contractorId],
    queryFn: ({ signal }) => getPageNames({ params: { id: contractorId } }, { signal }),
  });
