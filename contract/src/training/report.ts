import { z } from 'zod';
import { staffWith } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { instant, optionalId } from '../core/fields.ts';
import { filters, limit, listSchema, order, page } from '../core/list.ts';
import {
  categoryTypes,
  defaultMaterialPageSize,
  materialPageSizes,
  videoStatuses,
  viewOrders,
  watchedMaterialOrders,
} from './constants.ts';

const reading = staffWith(['manage-settings', 'access']);
const searchText = () => z.string().trim().max(250).default('');
const paging = { page: page(), limit: limit(materialPageSizes, defaultMaterialPageSize) };

export const watchedMaterial = z.object({
  id: z.number(),
  name: z.string(),
  category: z.object({ id: z.number(), name: z.string(), type: z.enum(categoryTypes) }),
  /** Users who started it, and who finished it. */
  viewers: z.number(),
  ended: z.number(),
  /** The average share actually watched, 0 to 100. */
  percent: z.number(),
  lastWatched: instant().nullable(),
});
export type WatchedMaterial = z.output<typeof watchedMaterial>;

export const reportMaterials = endpoint({
  name: 'training.report-materials',
  method: 'GET',
  path: '/materials/report',
  summary: 'How much each video is watched',
  access: reading,
  query: z.object({
    ...paging,
    order: order(watchedMaterialOrders, '-viewers'),
    filters: filters({ categoryId: optionalId(), searchText: searchText() }),
  }),
  response: listSchema(watchedMaterial),
});

export const view = z.object({
  user: z.object({ id: z.number(), fullName: z.string(), email: z.string() }),
  /** Null for staff. */
  contractor: z.object({ id: z.number(), companyName: z.string() }).nullable(),
  material: z.object({ id: z.number(), name: z.string(), categoryName: z.string() }),
  status: z.enum(videoStatuses),
  /** The share actually watched, 0 to 100. */
  percent: z.number(),
  watchedSeconds: z.number(),
  currentVideoTime: z.number(),
  startedAt: instant(),
  endedAt: instant().nullable(),
  lastWatched: instant(),
});
export type View = z.output<typeof view>;

export const reportViews = endpoint({
  name: 'training.report-views',
  method: 'GET',
  path: '/materials/report/views',
  summary:
    'Who watched what. The search finds users by name and e-mail, and contractors by company name',
  access: reading,
  query: z.object({
    ...paging,
    order: order(viewOrders, '-lastWatched'),
    filters: filters({
      materialId: optionalId(),
      status: z.union([z.literal(''), z.enum(videoStatuses)]).default(''),
      searchText: searchText(),
    }),
  }),
  response: listSchema(view),
});
