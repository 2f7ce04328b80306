import { queryOptions } from '@tanstack/react-query';
import type { fullPageShow } from '@lintel/contract/marketing-widgets';
import { call } from '../../../lib/api/call.ts';
import { widgetCall } from './widget-code.ts';

const getShow = call<typeof fullPageShow>(
  { method: 'GET', path: '/widgets/full-page/show' },
  widgetCall,
);

/** Whether the full page widget is available to a user. */
export const fullPageShowQuery = (userId: number) =>
  queryOptions({
    queryKey: ['full-page-show', userId],
    queryFn: ({ signal }) => getShow({ query: { userId } }, { signal }),
  });
