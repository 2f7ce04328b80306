import { queryOptions } from '@tanstack/react-query';
import type { listBannerSizes } from '@lintel/contract/marketing-widgets';
import { call } from '../../../lib/api/call.ts';
import { widgetCall } from './widget-code.ts';

const getSizes = call<typeof listBannerSizes>(
  { method: 'GET', path: '/widgets/banners/size' },
  widgetCall,
);

/** The banners' sizes in pixels. */
export const bannerSizesQuery = (userId: number) =>
  queryOptions({
    queryKey: ['banner-sizes', userId],
    queryFn: ({ signal }) => getSizes({ query: { userId } }, { signal }),
  });
