import { queryOptions } from '@tanstack/react-query';
import type { listBanners } from '@lintel/contract/marketing-widgets';
import { call } from '../../../lib/api/call.ts';
import { widgetCall } from './widget-code.ts';

const getBanners = call<typeof listBanners>(
  { method: 'GET', path: '/widgets/banners' },
  widgetCall,
);

/** The banners' designs. */
export const bannersQuery = (userId: number) =>
  queryOptions({
    queryKey: ['banners', userId],
    queryFn: ({ signal }) => getBanners({ query: { userId } }, { signal }),
  });
