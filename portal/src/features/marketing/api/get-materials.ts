import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '@lintel/contract/core/endpoint';
import type { listMaterials } from '@lintel/contract/marketing-flyer';
import { call } from '../../../lib/api/call.ts';

export type MaterialsPage = Answer<typeof listMaterials>['data'][number];

const getMaterials = call<typeof listMaterials>(
  { method: 'GET', path: '/contractor/{id}/page/marketing-materials' },
  { handles: [500] },
);

/** The contractor's pages with what their flyers say. */
export const materialsQuery = (contractorId: number) =>
  queryOptions({
    queryKey: ['materials', contractorId],
    queryFn: ({ signal }) => getMaterials({ params: { id: contractorId } }, { signal }),
  });
