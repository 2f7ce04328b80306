import { z } from 'zod';
import { applicationRow } from '../applications/report-row.ts';
import { accessTo, readAccess, viewAccess, withBoth } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { collapsed, tidyLines } from '../core/field-rules.ts';
import {
  dollars,
  email,
  id,
  instant,
  messages,
  optionalId,
  optionalPhone,
  optionalText,
  orEmpty,
  outcome,
  text,
} from '../core/fields.ts';
import { cursorFields, limit, order, page, totals } from '../core/list.ts';
import {
  applicationAt,
  customerAt,
  inQuery,
  optionalCustomerAt,
  ownContractor,
} from '../core/owner.ts';
import { addressStateCodes } from '../core/us-states.ts';
import {
  customerLimits as limits,
  customerMessages,
  customerOrders,
  customerOrigins,
  customerPageSizes,
  customerStates,
  maxCustomerTags,
} from './constants.ts';

const seeing = viewAccess('customers');
const changing = accessTo('customers');
const customerOwner = [ownContractor, customerAt('id')] as const;
const byId = z.object({ id: id() });

/** A tag, lowercased, so that each has one spelling. */
export const customerTag = z
  .string()
  .transform((typed) => collapsed(typed).toLowerCase())
  .pipe(z.string().min(1, messages.required).max(limits.tag, messages.max(limits.tag)));

/** A customer's details. Only the name is required. */
export const customerForm = z.object({
  name: text(limits.name),
  phone: optionalPhone().default(''),
  email: orEmpty(email(limits.email)).default(''),
  street: optionalText(limits.street).default(''),
  city: optionalText(limits.city).default(''),
  state: orEmpty(z.enum(addressStateCodes, 'Please choose a state.')).default(''),
  zip: z
    .string()
    .trim()
    .pipe(z.union([z.literal(''), z.string().regex(/^\d{5}(-\d{4})?$/)], customerMessages.zip))
    .default(''),
  notes: z
    .string()
    .transform(tidyLines)
    .pipe(z.string().max(limits.notes, messages.max(limits.notes)))
    .default(''),
  tags: z
    .array(customerTag)
    .transform((tags) => [...new Set(tags)])
    .pipe(z.array(z.string()).max(maxCustomerTags, customerMessages.tags))
    .default([]),
});
export type CustomerForm = z.output<typeof customerForm>;

const customerRow = z.object({
  id: z.number(),
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  tags: z.array(z.string()),
  createdAt: instant(),
  /** The customer's latest event. */
  activeAt: instant(),
  isArchived: z.boolean(),
});
export type ListedCustomer = z.output<typeof customerRow>;

export const customer = customerRow.extend({
  notes: z.string(),
  /** Null when it would reveal a section the caller can't see: an application, a document. */
  origin: z.enum(customerOrigins).nullable(),
  /** Who added the customer; empty when the system did, such as for an application. */
  createdBy: z.string(),
  updatedAt: instant(),
  version: z.number(),
});
export type Customer = z.output<typeof customer>;

/** The filters of the list and its exports. */
export const customerFilters = z.object({
  /** Words anywhere in the name, phone, e-mail, address, or tags; all of them must match. */
  search: z.string().trim().max(250).default(''),
  tag: orEmpty(customerTag).default(''),
  state: z.enum(customerStates).default('active'),
});
export type CustomerFilters = z.output<typeof customerFilters>;
const sorted = order(customerOrders, '-activeAt');

export const listCustomers = endpoint({
  name: 'customers.list',
  method: 'GET',
  path: '/customers',
  summary: "The contractor's customers, most recently active first",
  access: seeing,
  owner: ownContractor,
  query: customerFilters.extend({
    page: page(),
    limit: limit(customerPageSizes, 25),
    order: sorted,
    ...cursorFields(),
  }),
  response: z.object({ data: z.array(customerRow), ...totals }),
  errors: ['not_found'],
});

export const listCustomerTags = endpoint({
  name: 'customers.tags',
  method: 'GET',
  path: '/customers/tags',
  summary: "The customers' tags, most used first, at most 200",
  access: seeing,
  owner: ownContractor,
  response: z.object({ data: z.array(z.object({ tag: z.string(), count: z.number() })) }),
  errors: ['not_found'],
});

/** The details that identify possible duplicates. */
export const namesake = customerRow.pick({
  id: true,
  name: true,
  phone: true,
  email: true,
  city: true,
});
export type Namesake = z.output<typeof namesake>;

export const findAlike = endpoint({
  name: 'customers.alike',
  method: 'GET',
  path: '/customers/alike',
  summary: 'Other customers with this phone or e-mail',
  access: seeing,
  owner: [ownContractor, optionalCustomerAt(inQuery('id'))],
  query: z.object({
    phone: optionalPhone().default(''),
    email: orEmpty(email(limits.email)).default(''),
    id: optionalId(),
  }),
  response: z.object({ data: z.array(namesake) }),
  errors: ['not_found'],
});

export const readCustomer = endpoint({
  name: 'customers.read',
  method: 'GET',
  path: '/customers/{id}',
  summary: "One customer. A merged customer's id returns the remaining one under its own id",
  access: seeing,
  owner: customerOwner,
  params: byId,
  response: z.object({ data: customer }),
  errors: ['not_found'],
});

const saved = outcome.extend({ data: customer });

export const createCustomer = endpoint({
  name: 'customers.create',
  method: 'POST',
  path: '/customers',
  summary: 'Add a customer; if another has the same phone or e-mail, only with `anyway`',
  access: changing,
  owner: ownContractor,
  body: customerForm.extend({ anyway: z.boolean().default(false) }),
  response: saved,
  errors: ['not_found', 'already_exists'],
  idempotent: true,
  limit: { max: 120, seconds: 60, by: 'account' },
});

export const editCustomer = endpoint({
  name: 'customers.edit',
  method: 'POST',
  path: '/customers/{id}',
  summary: 'Change a customer; a version other than the stored one is a conflict',
  access: changing,
  owner: customerOwner,
  params: byId,
  body: customerForm.extend({ version: id() }),
  response: saved,
  errors: ['not_found', 'conflict'],
  limit: { max: 120, seconds: 60, by: 'account' },
});

export const archiveCustomer = endpoint({
  name: 'customers.archive',
  method: 'POST',
  path: '/customers/{id}/archive',
  summary: 'Archive a customer: lists and searches leave it out until it is restored',
  access: changing,
  owner: customerOwner,
  params: byId,
  response: saved,
  errors: ['not_found'],
  limit: { max: 120, seconds: 60, by: 'account' },
});

export const restoreCustomer = endpoint({
  name: 'customers.restore',
  method: 'POST',
  path: '/customers/{id}/restore',
  summary: 'Restore an archived customer',
  access: changing,
  owner: customerOwner,
  params: byId,
  response: saved,
  errors: ['not_found'],
  limit: { max: 120, seconds: 60, by: 'account' },
});

const timelineItem = z.object({
  at: instant(),
  /** The event's kind, which decides its icon. */
  kind: z.string(),
  text: z.string(),
  /** The portal page with more details. */
  href: z.string().nullable(),
});
export type TimelineItemView = z.output<typeof timelineItem>;

export const readCustomerTimeline = endpoint({
  name: 'customers.timeline',
  method: 'GET',
  path: '/customers/{id}/timeline',
  summary: "A customer's timeline, latest first; pass a page's `next` as `before`",
  access: seeing,
  owner: customerOwner,
  params: byId,
  query: z.object({ before: instant().optional() }),
  response: z.object({ data: z.array(timelineItem), next: instant().nullable() }),
  errors: ['not_found'],
});

export const listCustomerApplications = endpoint({
  name: 'customers.applications',
  method: 'GET',
  path: '/customers/{id}/applications',
  summary: "A customer's applications, newest first, at most 100",
  access: withBoth(seeing, readAccess('reports-applications')),
  owner: customerOwner,
  params: byId,
  response: z.object({ data: z.array(applicationRow) }),
  errors: ['not_found'],
});

export const listCustomerOffers = endpoint({
  name: 'customers.offers',
  method: 'GET',
  path: '/customers/{id}/offers',
  summary:
    "A customer's offers and monthly payments: the chosen offer first, then the cheapest, at most 10",
  access: withBoth(seeing, readAccess('reports-applications')),
  owner: customerOwner,
  params: byId,
  response: z.object({
    data: z.array(
      z.object({ lenderName: z.string(), amount: dollars(), monthlyPayment: dollars() }),
    ),
  }),
  errors: ['not_found'],
});

const fromApplications = withBoth(changing, readAccess('reports-applications'));

export const customerFromApplication = endpoint({
  name: 'customers.from-application',
  method: 'POST',
  path: '/customers/from-application/{id}',
  summary:
    'The customer of an application; without one, the customer with its phone or e-mail, or a new one',
  access: fromApplications,
  owner: [ownContractor, applicationAt('id')],
  params: byId,
  response: saved,
  errors: ['not_found'],
  limit: { max: 120, seconds: 60, by: 'account' },
});

/** Progress of linking existing applications to customers. */
const takeover = z.object({
  /** Sent applications that belong to no customer. */
  left: z.number().int().nonnegative(),
  isRunning: z.boolean(),
});

export const readTakeover = endpoint({
  name: 'customers.taking-over',
  method: 'GET',
  path: '/customers/from-applications',
  summary: 'How many sent applications have no customer, and whether linking is in progress',
  access: withBoth(seeing, readAccess('reports-applications')),
  owner: ownContractor,
  response: takeover,
  errors: ['not_found'],
});

export const takeOverApplications = endpoint({
  name: 'customers.take-over-applications',
  method: 'POST',
  path: '/customers/from-applications',
  summary: 'Create customers from all sent applications, in the background',
  access: fromApplications,
  owner: ownContractor,
  response: outcome.extend(takeover.shape),
  errors: ['not_found'],
  limit: { max: 20, seconds: 3600, by: 'account' },
});
