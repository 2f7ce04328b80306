import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { reportMaterials, reportViews } from '@lintel/contract/training-report';
import { call } from '../../../../lib/api/call.ts';
import type { GridView } from '../../../../ui/grid-view.ts';
import { trainingKey } from './keys.ts';

const getWatched = call<typeof reportMaterials>({ method: 'GET', path: '/materials/report' });
const getViews = call<typeof reportViews>({ method: 'GET', path: '/materials/report/views' });

export type WatchedView = GridView & { searchText: string };

/** How much each video is watched. */
export const watchedQuery = ({ page, limit, order, searchText }: WatchedView) =>
  queryOptions({
    queryKey: [...trainingKey, 'watched', { page, limit, order, searchText }],
    queryFn: ({ signal }) =>
      getWatched({ query: { page, limit, order, filters: { searchText } } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Who watched one video. */
export const viewsQuery = (materialId: number, { page, limit, order, searchText }: WatchedView) =>
  queryOptions({
    queryKey: [...trainingKey, 'views', materialId, { page, limit, order, searchText }],
    queryFn: ({ signal }) =>
      getViews({ query: { page, limit, order, filters: { materialId, searchText } } }, { signal }),
    placeholderData: keepPreviousData,
  });
