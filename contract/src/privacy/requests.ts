import { z } from 'zod';
import { staffWith } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { email, id, instant, messages, outcome, text } from '../core/fields.ts';
import { limit, listSchema, order, page } from '../core/list.ts';
import { keysOf } from '../core/map-values.ts';
import { unowned } from '../core/owner.ts';
import { requestKinds, requestStates } from './constants.ts';

/** Staff who answer homeowners' privacy requests. */
export const privacyAccess = staffWith(['privacy', 'manage_access']);
const allRequests = unowned('Staff with this privilege answer the requests of all homeowners.');

const kinds = keysOf(requestKinds);
const states = keysOf(requestStates);

/** The public page's form. */
export const privacyQuestion = z.object({
  email: email(),
  kind: z.enum(kinds, messages.required),
});

export const privacyPageSizes = [10, 25, 50, 100] as const;
export const privacyOrders = ['due', 'received'] as const;
/** The list's filters. */
export const requestFilters = {
  all: 'All',
  open: 'Open',
  overdue: 'Overdue',
  fulfilled: 'Fulfilled',
  rejected: 'Rejected',
} as const;
const filters = keysOf(requestFilters);

/** The request that a screen shows next to the list. */
export const openedRequest = z.union([z.literal('').transform(() => undefined), id()]).optional();

const row = z.object({
  id: z.number(),
  kind: z.enum(kinds),
  state: z.enum(states),
  /** Empty after its removal, long after the answer. */
  email: z.string(),
  /** The contractor whose page received the request; null when unknown. */
  companyName: z.string().nullable(),
  receivedAt: instant(),
  dueAt: instant(),
  overdue: z.boolean(),
  /** The deadline was extended once. */
  extended: z.boolean(),
  decidedAt: instant().nullable(),
  version: z.number(),
});
export type PrivacyRequest = z.output<typeof row>;

export const listPrivacyRequests = endpoint({
  name: 'privacy.requests',
  method: 'GET',
  path: '/manage/privacy-requests',
  summary: "Homeowners' privacy requests for copies and deletions, with their due dates",
  access: privacyAccess,
  owner: allRequests,
  query: z.object({
    state: z.union([z.literal('').transform(() => 'all' as const), z.enum(filters)]).default('all'),
    search: z.string().trim().max(250).default(''),
    page: page(),
    limit: limit(privacyPageSizes, 25),
    order: order(privacyOrders, '+due'),
  }),
  /** `overdue` and `soon` count open requests on all pages that are late, or due within a week. */
  response: listSchema(row).extend({ overdue: z.number(), soon: z.number() }),
});

const contacts = z.object({
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  address: z.string(),
});
const matchDecisions = ['same', 'other'] as const;
const match = z.object({
  key: z.string(),
  why: z.enum(['phone', 'merge', 'application']),
  companyName: z.string(),
  /** The contact details given with the address, and the ones on file. */
  given: contacts,
  held: contacts,
  decision: z.enum(matchDecisions).nullable(),
});
export type PrivacyMatch = z.output<typeof match>;

const retained = z.object({ what: z.string(), why: z.string() });

export const readPrivacyRequest = endpoint({
  name: 'privacy.request',
  method: 'GET',
  path: '/manage/privacy-requests/{id}',
  summary: "One request, with the person's data and what a deletion would keep",
  access: privacyAccess,
  owner: allRequests,
  params: z.object({ id: id() }),
  response: row.extend({
    /** For an open request, the existing data; otherwise what was done. */
    found: z.array(z.object({ what: z.string(), count: z.number() })),
    kept: z.array(retained),
    /** Records found by other contact details: staff decide whether they belong to this person. */
    matches: z.array(match),
    /** The reason for the extension or rejection; empty otherwise. */
    extensionReason: z.string(),
    reason: z.string(),
    decidedBy: z.string().nullable(),
    /** The last day to download the copy; null without one. */
    copyUntil: instant().nullable(),
  }),
  errors: ['not_found'],
});
export type PrivacyRequestDetails = z.output<(typeof readPrivacyRequest)['response']>;

const decision = { version: z.number().int().positive() };
const requestOutcome = outcome.extend({ request: row });

export const extendPrivacyRequest = endpoint({
  name: 'privacy.extend-request',
  method: 'POST',
  path: '/manage/privacy-requests/{id}/extend',
  summary: "Extend a request's deadline by 45 days, once, and send the person the reason",
  access: privacyAccess,
  owner: allRequests,
  params: z.object({ id: id() }),
  body: z.object({ ...decision, reason: text(1000) }),
  response: requestOutcome,
  errors: ['not_found', 'conflict'],
  noStepUp: 'It moves a date and hands out no data.',
});

export const rejectPrivacyRequest = endpoint({
  name: 'privacy.reject-request',
  method: 'POST',
  path: '/manage/privacy-requests/{id}/reject',
  summary: 'Reject a request and send the person the reason',
  access: privacyAccess,
  owner: allRequests,
  params: z.object({ id: id() }),
  body: z.object({ ...decision, reason: text(1000) }),
  response: requestOutcome,
  errors: ['not_found', 'conflict'],
  noStepUp: 'It hands out and deletes no data.',
});

export const decidePrivacyMatch = endpoint({
  name: 'privacy.decide-match',
  method: 'POST',
  path: '/manage/privacy-requests/{id}/matches',
  summary: 'Decide whether a record that only matches by phone or merge belongs to the person',
  access: privacyAccess,
  owner: allRequests,
  params: z.object({ id: id() }),
  body: z.object({
    ...decision,
    key: z.string().min(1).max(60),
    decision: z.enum(matchDecisions, messages.required),
  }),
  noStepUp: 'Nothing is handed out or deleted before the request is fulfilled, after a step-up.',
  response: requestOutcome,
  errors: ['not_found', 'conflict'],
});

export const fulfilPrivacyRequest = endpoint({
  name: 'privacy.fulfil-request',
  method: 'POST',
  path: '/manage/privacy-requests/{id}/fulfil',
  summary: 'Send the person a link to the copy, or delete the data that nothing else needs',
  access: privacyAccess,
  owner: allRequests,
  params: z.object({ id: id() }),
  body: z.object(decision),
  // It releases or deletes all data about a person.
  stepUp: true,
  response: requestOutcome,
  errors: ['not_found', 'conflict'],
  limit: { max: 30, seconds: 60, by: 'account' },
});
