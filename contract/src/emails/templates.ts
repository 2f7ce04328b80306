import { z } from 'zod';
import { staffWith } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { without } from '../core/step-up.ts';
import {
  checkBox,
  email,
  id,
  instant,
  messages,
  optionalText,
  outcome,
  text,
} from '../core/fields.ts';
import { filters, limit, listSchema, order, page, totals } from '../core/list.ts';
import { portalOwned } from '../core/owner.ts';
import { emailPageSizes, unsubscribeSources, unsubscriberOrders } from './constants.ts';

const readingTemplates = staffWith(['manage-emails', 'access_templates']);
const changingTemplates = staffWith(['manage-emails', 'modify_templates']);
const unsubscriberStaff = staffWith(['manage-emails', 'access_unsubscribers']);
const byId = z.object({ id: id() });

/** An optional id. */
const idOrNull = () =>
  z.preprocess((value) => (value === '' || value === undefined ? null : value), id().nullable());
/** A category id, or a category as templates return it. */
const categoryId = () =>
  z.preprocess(
    (value) => (typeof value === 'object' && value !== null && 'id' in value ? value.id : value),
    idOrNull(),
  );

const templateType = z.preprocess(
  (value) => (value === '0' || value === '1' ? Number(value) : value),
  z.literal([0, 1], messages.required),
);

/**
 * A template as staff edit it. `to` and `bcc` may contain Liquid variables and several
 * comma-separated addresses.
 */
export const templateForm = z.object({
  type: templateType,
  subject: text(255),
  from: email(255),
  to: text(255),
  bcc: optionalText(255).default(''),
  body: z
    .string(messages.required)
    .trim()
    .pipe(z.string().min(1, messages.required).max(200_000, messages.max(200_000))),
  category: categoryId(),
  description: optionalText(255).default(''),
  enabled: checkBox().default(false),
  unsubscribe: checkBox().default(false),
});
/** A new template is bound to its event permanently. */
export const newTemplateForm = templateForm.extend({
  usedFor: z
    .union([z.string().min(1, messages.required), z.number()], messages.required)
    .pipe(id()),
});

export const category = z.object({ id: z.number(), category: z.string() });
export const emailEvent = z.object({ id: z.number(), type: z.string() });

export const template = z.object({
  id: z.number(),
  type: z.literal([0, 1]),
  subject: z.string(),
  from: z.string(),
  to: z.string(),
  bcc: z.string(),
  body: z.string(),
  /** The event's id. */
  usedFor: z.number(),
  category: category.nullable(),
  description: z.string(),
  enabled: z.boolean(),
  unsubscribe: z.boolean(),
  /** Incremented on each save, to detect conflicts. */
  version: z.number(),
  lastEdit: instant(),
  lastEditBy: z.string(),
});
export type Template = z.output<typeof template>;

export const listTemplates = endpoint({
  name: 'emails.templates',
  method: 'GET',
  path: '/manage/emails/templates',
  summary: 'E-mail templates, and the events they are used for',
  access: readingTemplates,
  query: z.object({
    page: page(),
    limit: limit(emailPageSizes, 25),
    filters: filters({ searchText: z.string().trim().max(250).default('') }),
  }),
  response: listSchema(template).extend({ usedForList: z.array(emailEvent) }),
});

export const createTemplate = endpoint({
  name: 'emails.create-template',
  method: 'POST',
  path: '/manage/emails/templates',
  summary: 'Create an e-mail template for an event without an enabled one',
  access: changingTemplates,
  encoding: 'form',
  body: newTemplateForm,
  response: outcome.extend({ template }),
  errors: ['conflict', 'busy'],
  noStepUp: without.versions,
});

export const updateTemplate = endpoint({
  name: 'emails.update-template',
  method: 'POST',
  path: '/manage/emails/templates/{id}',
  summary: 'Change an e-mail template; the previous state is kept as a version',
  access: changingTemplates,
  owner: portalOwned,
  params: byId,
  encoding: 'form',
  /** `version`: the version the editor started from; a newer stored version is a conflict. */
  body: templateForm.extend({ version: id().optional() }),
  response: outcome.extend({ template }),
  errors: ['not_found', 'conflict', 'busy'],
  noStepUp: without.versions,
});

export const listCategories = endpoint({
  name: 'emails.categories',
  method: 'GET',
  path: '/manage/emails/template-categories',
  summary: 'Categories of e-mail templates',
  access: readingTemplates,
  response: z.object({ data: z.array(category) }),
});

export const listFreeEvents = endpoint({
  name: 'emails.free-events',
  method: 'GET',
  path: '/manage/emails/free-used-for',
  summary: 'Events without an enabled template',
  access: readingTemplates,
  response: z.array(emailEvent),
});

export const eventForm = z.object({
  type: text(100).pipe(
    z.string().regex(/^[a-z0-9-]+$/, 'Please use letters (a-z), numbers (0-9), dash'),
  ),
});

export const listEvents = endpoint({
  name: 'emails.events',
  method: 'GET',
  path: '/manage/emails/template-types',
  summary: 'Events, and the names of the protected ones',
  access: readingTemplates,
  query: z.object({
    page: page(),
    limit: limit(emailPageSizes, 25),
    filters: filters({ searchText: z.string().trim().max(250).default('') }),
  }),
  response: listSchema(emailEvent).extend({ builtin: z.array(z.string()) }),
});

export const saveEvent = endpoint({
  name: 'emails.save-event',
  method: 'POST',
  path: '/manage/emails/template-types',
  summary: 'Create an event, or rename one that is not built in',
  access: changingTemplates,
  owner: portalOwned,
  encoding: 'form',
  body: eventForm.extend({ id: idOrNull() }),
  response: outcome,
  errors: ['not_found', 'built_in', 'already_exists'],
  noStepUp: without.reversible,
});

export const deleteEvent = endpoint({
  name: 'emails.delete-event',
  method: 'DELETE',
  path: '/manage/emails/template-types/{id}',
  summary: 'Delete an event that is not built in and has no templates',
  access: changingTemplates,
  owner: portalOwned,
  params: byId,
  response: outcome,
  errors: ['not_found', 'built_in', 'in_use'],
  noStepUp: without.reversible,
});

export const unsubscriber = z.object({
  id: z.number(),
  email: z.string(),
  date: instant(),
  source: z.enum(unsubscribeSources),
});
export type Unsubscriber = z.output<typeof unsubscriber>;

export const listUnsubscribers = endpoint({
  name: 'emails.unsubscribers',
  method: 'GET',
  path: '/manage/emails/unsubscribers',
  summary: 'Addresses that receive only messages about their account',
  access: unsubscriberStaff,
  query: z.object({
    page: page(),
    limit: limit(emailPageSizes, 25),
    order: order(unsubscriberOrders, '-date'),
    filters: filters({
      email: z.string().trim().max(250).default(''),
      source: z.union([z.literal(''), z.enum(unsubscribeSources)]).default(''),
    }),
  }),
  response: listSchema(unsubscriber).extend(totals),
});

export const addressForm = z.object({ email: email(255) });

export const unsubscribe = endpoint({
  name: 'emails.unsubscribe',
  method: 'POST',
  path: '/manage/emails/unsubscribers/unsubscribe',
  summary: 'Unsubscribe an address',
  access: unsubscriberStaff,
  encoding: 'form',
  body: addressForm.extend({ source: z.literal('manual').default('manual') }),
  response: outcome,
  noStepUp: without.reversible,
});

export const resubscribe = endpoint({
  name: 'emails.resubscribe',
  method: 'POST',
  path: '/manage/emails/unsubscribers/resubscribe',
  summary: 'Allow all messages to an address again',
  access: unsubscriberStaff,
  encoding: 'form',
  body: addressForm,
  response: outcome,
  errors: ['not_found'],
  noStepUp: without.reversible,
});
