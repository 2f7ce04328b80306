import { z } from 'zod';
import { accessTo, viewAccess } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { dollars, id, instant, text } from '../core/fields.ts';
import { limit, listSchema, order, page } from '../core/list.ts';
import { ownContractor, savedItemAt } from '../core/owner.ts';
import { decimal } from './quick/document.ts';
import { several } from './content.ts';
import { documentDigits, documentTextLimits as limits } from './constants.ts';

export const savedItemOrders = ['description', 'price', 'updated'] as const;
export const savedItemPageSizes = [10, 25, 50, 100] as const;

const savedItem = z.object({
  id: z.number(),
  description: z.string(),
  details: z.string(),
  unitPrice: dollars(),
  isTaxable: z.boolean(),
  isArchived: z.boolean(),
  updatedAt: instant(),
  version: z.number(),
});
export type SavedItem = z.output<typeof savedItem>;

export const savedItemForm = z.object({
  description: text(limits.description),
  details: several(limits.details),
  unitPrice: decimal({
    digits: documentDigits.unitPrice,
    sign: 'not-negative',
    required: false,
  }).default(0),
  isTaxable: z.boolean().default(true),
});

const own = [ownContractor, savedItemAt('id')] as const;
const params = z.object({ id: id() });
const version = id();

export const listSavedItems = endpoint({
  name: 'documents.list-saved-items',
  method: 'GET',
  path: '/saved-items',
  summary: 'Saved items with their prices',
  access: viewAccess('documents'),
  owner: ownContractor,
  query: z.object({
    search: z.string().trim().max(250).default(''),
    archived: z.enum(['no', 'yes']).default('no'),
    order: order(savedItemOrders, '+description'),
    page: page(),
    limit: limit(savedItemPageSizes, 25),
  }),
  response: listSchema(savedItem),
  errors: ['not_found'],
});

export const createSavedItem = endpoint({
  name: 'documents.create-saved-item',
  method: 'POST',
  path: '/saved-items',
  summary: 'Save an item; descriptions of active items must be unique',
  access: accessTo('documents'),
  owner: ownContractor,
  encoding: 'json',
  body: savedItemForm,
  response: savedItem,
  errors: ['not_found', 'already_exists'],
  limit: { max: 120, seconds: 60, by: 'account' },
});

export const saveSavedItem = endpoint({
  name: 'documents.save-saved-item',
  method: 'POST',
  path: '/saved-items/{id}',
  summary: "Change a saved item; existing documents don't change",
  access: accessTo('documents'),
  owner: own,
  params,
  encoding: 'json',
  body: savedItemForm.extend({ version }),
  response: savedItem,
  errors: ['not_found', 'conflict', 'already_exists'],
  limit: { max: 120, seconds: 60, by: 'account' },
});

export const archiveSavedItem = endpoint({
  name: 'documents.archive-saved-item',
  method: 'POST',
  path: '/saved-items/{id}/archive',
  summary: 'Archive or restore a saved item',
  access: accessTo('documents'),
  owner: own,
  params,
  encoding: 'json',
  body: z.object({ isArchived: z.boolean(), version }),
  response: savedItem,
  errors: ['not_found', 'conflict', 'already_exists'],
  limit: { max: 120, seconds: 60, by: 'account' },
});
