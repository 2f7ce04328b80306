import { queryOptions } from '@tanstack/react-query';
import type { listPages } from '@lintel/contract/pages';
import { call } from '../../../lib/api/call.ts';

const getPages = call<typeof listPages>({ method: 'GET', path: '/contractor/{id}/page' });

/** The contractor's co-branded pages, oldest first. */
export const pagesQuery = (contractorId: number) =>
  queryOptions({
    queryKey: ['pages', contractorId],
    queryFn: ({ signal }) => getPages({ params: { id: contractorId } }, { signal }),
  });
