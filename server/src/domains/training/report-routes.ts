import * as report from '@lintel/contract/training/report';
import type { Database } from '../../platform/db/connect.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { presentView, presentWatched, fromOffset } from './present.ts';
import { selectViews, selectWatched } from './report-repository.ts';

/** Who watched what, for staff. */
export const reportRoutes = (db: Database): Route[] => [
  handle(report.reportMaterials, async ({ query: { filters, ...query } }) => {
    const { data, total } = await selectWatched(db, {
      ...fromOffset(query),
      ...filters,
      categoryId: filters.categoryId,
    });
    return { data: data.map(presentWatched), total };
  }),
  handle(report.reportViews, async ({ query: { filters, ...query } }) => {
    const { data, total } = await selectViews(db, {
      ...fromOffset(query),
      ...filters,
      materialId: filters.materialId,
    });
    return { data: data.map(presentView), total };
  }),
];
