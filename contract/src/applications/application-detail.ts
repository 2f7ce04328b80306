import { z } from 'zod';
import { accessTo, readAccess } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { dollars, id, instant, messages, optionalText, outcome, text } from '../core/fields.ts';
import { keysOf } from '../core/map-values.ts';
import { applicationAt, applicationNoteAt, ownContractor } from '../core/owner.ts';
import { paymentStatuses } from '../billing/tiers.ts';
import { documentKinds, documentStatuses } from '../documents/constants.ts';
import { consentAnswers, consentKinds } from '../legal/constants.ts';
import { lenderStates, skipReasons } from '../lenders/constants.ts';
import { lenderNeeds } from '../lenders/needs.ts';
import { linkChannels, linkStates } from '../links/constants.ts';
import { offerKinds, sources } from './constants.ts';
import { followUpLimits, homeownerMessages, messageFates, noteLimits } from './desk-constants.ts';
import { applicationRow } from './report-row.ts';

/** One application in its contractor's view: the report's row and everything related to it. */

export const offerStates = [
  'open',
  'chosen',
  'approved',
  'funded',
  'replaced',
  'withdrawn',
  'expired',
  'reversed',
] as const;
export type OfferState = (typeof offerStates)[number];

/**
 * An offer as the contractor sees it. It leaves out the rate, term, and fees: they depend on the
 * homeowner's credit and stay between homeowner and lender.
 */
const contractorOffer = z.object({
  id: z.number(),
  kind: z.enum(offerKinds),
  lenderName: z.string(),
  amount: dollars(),
  monthlyPayment: dollars().nullable(),
  isQualified: z.boolean(),
  state: z.enum(offerStates),
  receivedAt: instant(),
  fundedAmount: dollars().nullable(),
  /** What the lender reversed of its payouts; null for nothing. */
  reversedAmount: dollars().nullable(),
  /** What the contractor pays the lender; null when unknown. */
  dealerFee: dollars().nullable(),
});
export type ContractorOffer = z.output<typeof contractorOffer>;

/** The events of an application's history. */
export const happenings = [
  'started',
  'sent',
  'answered-none',
  'offer',
  'chosen',
  'replaced',
  'taken-back',
  'information',
  'approved',
  'funded',
  'reversed',
  'withdrawn',
  'note',
  'follow-up',
  'follow-up-done',
  'text',
  'email',
] as const;

const timelineEvent = z.object({
  /** Unique within the application. */
  key: z.string(),
  at: instant(),
  what: z.enum(happenings),
  /** The lender or account involved. */
  who: z.string().nullable(),
  amount: dollars().nullable(),
  /** For a message to the homeowner: its event and delivery state, never its text. */
  message: z
    .object({ about: z.enum(keysOf(homeownerMessages)), fate: z.enum(messageFates) })
    .nullable(),
});
export type TimelineEvent = z.output<typeof timelineEvent>;

const note = z.object({
  id: z.number(),
  text: z.string(),
  author: z.string(),
  at: instant(),
  /** Whether the current account can remove it: its author, or the contractor's owner. */
  removable: z.boolean(),
});
export type ApplicationNote = z.output<typeof note>;

const followUp = z.object({
  /** The day of the reminder, in the business time zone. */
  on: z.iso.date(),
  note: z.string(),
  author: z.string(),
  isDue: z.boolean(),
});
export type FollowUp = z.output<typeof followUp>;

/** A consent: its kind, the answer, when it was given, and the version of its text. */
const consentFact = z.object({
  kind: z.enum(consentKinds),
  answer: z.enum(consentAnswers),
  at: instant(),
  effectiveFrom: z.iso.date(),
});

/** The contractor's customer record for this homeowner. */
const relatedCustomer = z.object({
  id: z.number(),
  name: z.string(),
  phone: z.string(),
  email: z.string(),
});
export type RelatedCustomer = z.output<typeof relatedCustomer>;

const relatedLink = z.object({
  id: z.number(),
  channel: z.enum(linkChannels),
  state: z.enum(linkStates),
  /** The phone number or e-mail address; empty for other channels. */
  to: z.string(),
  by: z.string(),
  createdAt: instant(),
  openedAt: instant().nullable(),
});
export type RelatedLink = z.output<typeof relatedLink>;

/** A saved estimate or invoice of this customer, or one paid by this funding. */
const relatedDocument = z.object({
  id: z.number(),
  kind: z.enum(keysOf(documentKinds)),
  /** Null until it is first sent. */
  number: z.number().nullable(),
  status: z.enum(keysOf(documentStatuses)),
  projectName: z.string(),
  total: dollars(),
  isOverdue: z.boolean(),
  isExpired: z.boolean(),
});
export type RelatedDocument = z.output<typeof relatedDocument>;

/** Fields of a lender's event that the protocol doesn't know, each with its path. */
const lenderExtra = z.object({
  key: z.string(),
  lender: z.string(),
  /** The event's type. */
  type: z.string(),
  at: instant(),
  fields: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type LenderExtra = z.output<typeof lenderExtra>;

/** An application at one lender: when it was sent, what came of it, or why it wasn't sent. */
const lenderRoute = z.object({
  lenderId: z.number(),
  lender: z.string(),
  state: z.enum(lenderStates),
  sentAt: instant().nullable(),
  answeredAt: instant().nullable(),
  /** Every rule of the lender that it didn't meet. */
  skipped: z.array(z.enum(skipReasons)),
});
export type LenderRoute = z.output<typeof lenderRoute>;

/** How many documents and how many links an application shows. */
export const shownWith = 10;

const details = z.object({
  source: z.enum(sources),
  project: z.string(),
  offers: z.array(contractorOffer),
  happenings: z.array(timelineEvent),
  consents: z.array(consentFact),
  notes: z.array(note),
  followUp: followUp.nullable(),
  /** Null without permission to see customers, and where no customer is linked. */
  customer: relatedCustomer.nullable(),
  /** The latest links; empty without permission to see customers. */
  links: z.array(relatedLink),
  /** Most recently changed first; empty without permission to see documents. */
  documents: z.array(relatedDocument),
  /** Only for staff who view the account; empty for the contractor's people. */
  lenderExtras: z.array(lenderExtra),
  /** Only for staff who view the account: the reasons show the provider's rules. */
  lenderRoutes: z.array(lenderRoute),
  /** The applicant's details for lenders, without their values; only for staff, as above. */
  applicantDetails: z
    .object({
      needs: z.array(z.enum(lenderNeeds)),
      givenAt: instant(),
      erasedAt: instant().nullable(),
    })
    .nullable(),
});
export type ApplicationDetails = z.output<typeof details>;

/** The report's row plus the fields that aren't columns. */
const oneApplication = applicationRow.extend({
  /** The preferred monthly payment; null when the homeowner gave none. */
  monthlyBudget: dollars().nullable(),
});
export type OneApplication = z.output<typeof oneApplication>;

const applicationOwner = [ownContractor, applicationAt('id')] as const;
const byId = z.object({ id: id() });
const working = accessTo('reports-applications');

export const reportApplication = endpoint({
  name: 'applications.report-one',
  method: 'GET',
  path: '/reports-applications/{id}',
  summary: "One of the contractor's applications with everything related to it",
  access: readAccess('reports-applications'),
  owner: applicationOwner,
  params: byId,
  response: z.object({
    data: oneApplication,
    details,
    paymentStatus: z.enum(paymentStatuses).nullable(),
  }),
  errors: ['not_found'],
});

export const noteForm = z.object({
  text: z
    .string(messages.required)
    .trim()
    .pipe(z.string().min(1, messages.required).max(noteLimits.text, messages.max(noteLimits.text))),
});

export const addNote = endpoint({
  name: 'applications.add-note',
  method: 'POST',
  path: '/reports-applications/{id}/notes',
  summary: 'Add an internal note to an application',
  access: working,
  owner: applicationOwner,
  params: byId,
  encoding: 'json',
  body: noteForm,
  response: outcome.extend({ note }),
  errors: ['not_found', 'conflict'],
  idempotent: true,
  limit: { max: 60, seconds: 60, by: 'account' },
});

export const removeNote = endpoint({
  name: 'applications.remove-note',
  method: 'DELETE',
  path: '/reports-applications/{id}/notes/{noteId}',
  summary: 'Remove a note: your own, or any as the owner',
  access: working,
  owner: [...applicationOwner, applicationNoteAt('noteId')],
  params: byId.extend({ noteId: id() }),
  response: outcome,
  errors: ['not_found'],
  limit: { max: 120, seconds: 60, by: 'account' },
});

export const followUpForm = z.object({
  on: text(50).pipe(z.iso.date('Please enter a date as mm/dd/yyyy.')),
  note: optionalText(followUpLimits.note).default(''),
});

export const setFollowUp = endpoint({
  name: 'applications.set-follow-up',
  method: 'POST',
  path: '/reports-applications/{id}/follow-up',
  summary: 'Set a follow-up for an application, with an e-mail and a dashboard reminder',
  access: working,
  owner: applicationOwner,
  params: byId,
  encoding: 'json',
  body: followUpForm,
  response: outcome.extend({ followUp }),
  errors: ['not_found'],
  limit: { max: 60, seconds: 60, by: 'account' },
});

export const endFollowUp = endpoint({
  name: 'applications.end-follow-up',
  method: 'DELETE',
  path: '/reports-applications/{id}/follow-up',
  summary: 'Mark a follow-up as done or no longer needed; it can be reopened',
  access: working,
  owner: applicationOwner,
  params: byId,
  response: outcome,
  errors: ['not_found'],
  limit: { max: 120, seconds: 60, by: 'account' },
});

export const reopenFollowUp = endpoint({
  name: 'applications.reopen-follow-up',
  method: 'POST',
  path: '/reports-applications/{id}/follow-up/reopen',
  summary: 'Reopen a completed follow-up on its day',
  access: working,
  owner: applicationOwner,
  params: byId,
  response: outcome.extend({ followUp }),
  errors: ['not_found'],
  limit: { max: 120, seconds: 60, by: 'account' },
});
