import { z } from 'zod';
import { anyOfStrictOrPreProd, staffWith } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { without } from '../core/step-up.ts';
import { id, optionalId, outcome } from '../core/fields.ts';
import { filters, limit, listSchema, order, page } from '../core/list.ts';
import { portalOwned } from '../core/owner.ts';
import {
  captionBytes,
  categoryOrders,
  categoryPageSizes,
  categoryTypes,
  defaultMaterialPageSize,
  imageBytes,
  materialOrders,
  materialPageSizes,
  trainingMessages,
} from './constants.ts';
import { categoryForm, materialForm } from './rules.ts';
import { material } from './library.ts';

const reading = staffWith(['manage-settings', 'access']);
/** Both accounts need it, unless the staff account also has `pre-prod` `access`. */
const changing = anyOfStrictOrPreProd(['manage-settings', 'modify']);
const byId = z.object({ id: id() });
/** The version the editor started from; a newer stored version is a conflict. */
const version = { version: id().optional() };

export const category = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string(),
  type: z.enum(categoryTypes),
  order: z.number(),
  total: z.number(),
  version: z.number(),
});
export type Category = z.output<typeof category>;

export const staffMaterial = material
  .omit({ videoStatus: true, currentVideoTime: true, isNewVideo: true, watchedPercent: true })
  .extend({
    category: z.object({ id: z.number(), name: z.string(), type: z.enum(categoryTypes) }),
    version: z.number(),
    /** Names of the stored files, as uploaded; empty without one. */
    videoFileName: z.string(),
    trackFileName: z.string(),
  });
export type StaffMaterial = z.output<typeof staffMaterial>;

export const listCategories = endpoint({
  name: 'training.manage-categories',
  method: 'GET',
  path: '/materials/categories',
  summary: 'A page of the categories, of one type or of all',
  access: reading,
  query: z.object({
    type: z.union([z.literal(''), z.enum(categoryTypes)]).default(''),
    page: page(),
    limit: limit(categoryPageSizes, defaultMaterialPageSize),
    /** `order` sorts by type, then by the order within it. */
    order: order(categoryOrders, '+order'),
  }),
  response: listSchema(category),
});

export const createCategory = endpoint({
  name: 'training.create-category',
  method: 'POST',
  path: '/materials/category',
  summary: 'Create a category of materials',
  access: changing,
  encoding: 'form',
  body: categoryForm,
  response: outcome.extend({ category }),
  namesInvalidFields: true,
  noStepUp: without.reversible,
});

export const updateCategory = endpoint({
  name: 'training.update-category',
  method: 'POST',
  path: '/materials/category/{id}',
  summary: "Change a category; its type can't change",
  access: changing,
  owner: portalOwned,
  params: byId,
  encoding: 'form',
  /** If sent, the type must be the stored one. */
  body: categoryForm.extend({ type: z.enum(categoryTypes).optional(), ...version }),
  response: outcome.extend({ category }),
  errors: ['not_found', 'conflict', 'busy'],
  namesInvalidFields: true,
  noStepUp: without.reversible,
});

export const deleteCategory = endpoint({
  name: 'training.delete-category',
  method: 'DELETE',
  path: '/materials/category/{id}',
  summary: 'Delete a category without materials',
  access: changing,
  owner: portalOwned,
  params: byId,
  response: outcome,
  errors: ['not_found', 'in_use'],
  noStepUp: 'Training is public within the portal, and staff can add it again.',
});

/**
 * The moved rows in their new sequence; other rows keep their places. All get new orders from 1.
 */
const sequence = z
  .array(id())
  .min(1)
  .max(1000)
  .refine((ids) => new Set(ids).size === ids.length, 'Each can be named once.');

export const orderCategories = endpoint({
  name: 'training.order-categories',
  method: 'POST',
  path: '/materials/category/order',
  summary: 'Reorder the categories of one type',
  access: changing,
  owner: portalOwned,
  encoding: 'json',
  body: z.object({ type: z.enum(categoryTypes), ids: sequence }),
  response: outcome.extend({
    data: z.array(category.pick({ id: true, order: true, version: true })),
  }),
  errors: ['not_found', 'conflict'],
  noStepUp: without.reversible,
});

export const listMaterials = endpoint({
  name: 'training.manage-materials',
  method: 'GET',
  path: '/materials',
  summary: 'A page of the materials, of one category or of all',
  access: reading,
  query: z.object({
    page: page(),
    limit: limit(materialPageSizes, defaultMaterialPageSize),
    /** `order` sorts by category, then by the order within it. */
    order: order(materialOrders, '+order'),
    filters: filters({
      categoryId: optionalId(),
      searchText: z.string().trim().max(250).default(''),
    }),
  }),
  response: listSchema(staffMaterial),
});

const materialFiles = {
  videoImg: {
    maxBytes: imageBytes,
    types: ['image/jpeg', 'image/png', 'image/gif'],
    messages: { type: trainingMessages.imageType, size: trainingMessages.imageSize },
  },
  videoTrack: {
    maxBytes: captionBytes,
    types: ['text/vtt'],
    messages: { type: trainingMessages.captionType, size: trainingMessages.captionSize },
  },
} as const;

export const createMaterial = endpoint({
  name: 'training.create-material',
  method: 'POST',
  path: '/materials',
  summary: 'Create a material; its image and captions are uploaded as files',
  access: changing,
  owner: portalOwned,
  encoding: 'multipart',
  body: materialForm,
  files: materialFiles,
  response: outcome.extend({ material: staffMaterial }),
  errors: ['busy'],
  namesInvalidFields: true,
  noStepUp: without.reversible,
});

export const updateMaterial = endpoint({
  name: 'training.update-material',
  method: 'POST',
  path: '/materials/{id}',
  summary: 'Change a material; without a new image or captions, the stored ones stay',
  access: changing,
  owner: portalOwned,
  params: byId,
  encoding: 'multipart',
  body: materialForm.extend({
    version: z.preprocess((value) => (value === '' ? undefined : value), id().optional()),
  }),
  files: materialFiles,
  response: outcome.extend({ material: staffMaterial }),
  errors: ['not_found', 'conflict', 'busy'],
  namesInvalidFields: true,
  noStepUp: without.reversible,
});

export const deleteMaterial = endpoint({
  name: 'training.delete-material',
  method: 'DELETE',
  path: '/materials/{id}',
  summary: "Delete a material with its viewers' progress",
  access: changing,
  owner: portalOwned,
  params: byId,
  response: outcome,
  errors: ['not_found'],
  noStepUp: 'Training is public within the portal, and staff can add it again.',
});

export const orderMaterials = endpoint({
  name: 'training.order-materials',
  method: 'POST',
  path: '/materials/order',
  summary: 'Reorder the materials of one category',
  access: changing,
  owner: portalOwned,
  encoding: 'json',
  body: z.object({ categoryId: id(), ids: sequence }),
  response: outcome.extend({
    data: z.array(staffMaterial.pick({ id: true, order: true, version: true })),
  }),
  errors: ['not_found', 'conflict'],
  noStepUp: without.reversible,
});

export const uploadVideo = endpoint({
  name: 'training.upload-video',
  method: 'POST',
  path: '/materials/video',
  summary: "Upload an MP4 file (the part `video`); use its URL as a material's `videoSrc`",
  access: changing,
  encoding: 'multipart',
  /** It is stored while it arrives; the limit is a deployment setting. */
  streams: 'video',
  streamedTypes: ['video/mp4'],
  response: outcome.extend({ videoSrc: z.string(), fileName: z.string(), bytes: z.number() }),
  namesInvalidFields: true,
  noStepUp: without.reversible,
});
