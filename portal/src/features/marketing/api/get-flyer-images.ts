import { queryOptions } from '@tanstack/react-query';
import type { readFlyerImages } from '@lintel/contract/marketing-flyer';
import { call } from '../../../lib/api/call.ts';

const getImages = call<typeof readFlyerImages>(
  { method: 'GET', path: '/contractor/{contractorId}/page/{pageId}/flyer/images' },
  { timeout: 0, handles: [500] },
);

/** The addresses of the pictures of both sides of a page's flyer. */
export const flyerImagesQuery = (contractorId: number, pageId: number) =>
  queryOptions({
    queryKey: ['flyer-images', contractorId, pageId],
    retry: false,
    queryFn: ({ signal }) => getImages({ params: { contractorId, pageId } }, { signal }),
  });
