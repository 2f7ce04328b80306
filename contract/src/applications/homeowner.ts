import { z } from 'zod';
import { anonymous } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { dollars, id, instant, messages } from '../core/fields.ts';
import { languages } from '../core/language.ts';
import { keysOf, mapValues } from '../core/map-values.ts';
import { lenderNeeds } from '../lenders/needs.ts';
import { byToken, doneWork, secret } from './admission.ts';
import { bySecret, publicId } from '../core/owner.ts';
import { sentConsents } from './consents.ts';
import {
  documentStates,
  documentTypes,
  homeownerStatuses,
  offerKinds,
  rateTypes,
  requestKinds,
  requestStates,
} from './constants.ts';
import { detailFields } from './details.ts';
import { applicationDraft, applicationForm } from './form.ts';
import { actors, stepKeys } from './progress.ts';

/** An offer as the homeowner sees it. Amounts in dollars, rate in percent per year. */
export const homeownerOffer = z.object({
  id: z.number(),
  kind: z.enum(offerKinds),
  lenderName: z.string(),
  amount: dollars(),
  apr: z.number().nullable(),
  termMonths: z.number().nullable(),
  monthlyPayment: dollars().nullable(),
  rateType: z.enum(rateTypes).nullable(),
  /** The rate after an introductory rate that lasts the whole term. */
  laterApr: z.number().nullable(),
  fees: dollars().nullable(),
  securedByHome: z.boolean(),
  /** The sum of all monthly payments; null when the lender gives no payment or term. */
  totalOfPayments: dollars().nullable(),
  /** Cost of borrowing: all payments and fees minus the amount. */
  totalCost: dollars().nullable(),
  /** The homeowner's choice; at most one offer has it. */
  chosen: z.boolean(),
  approved: z.boolean(),
  funded: z.boolean(),
  /** It can't be chosen: the lender withdrew or replaced it, or it expired. */
  withdrawn: z.boolean(),
  /** It expired before it was chosen. */
  expired: z.boolean(),
  /** The lender reversed all that it had paid. */
  reversed: z.boolean(),
  /** After this time it can't be chosen; null without a limit. */
  expiresAt: instant().nullable(),
  /** What the lender's approval depends on, in its words. */
  conditions: z.array(z.string()),
  /** The lender approved it on these conditions. */
  conditionallyApproved: z.boolean(),
  /** The chosen offer's next step: the lender's own form; null without one. */
  applyUrl: z.string().nullable(),
  /** Ten digits, or empty. */
  lenderPhone: z.string(),
});
export type HomeownerOffer = z.output<typeof homeownerOffer>;

/** A document as the homeowner sees it, without its content. */
const homeownerDocument = z.object({
  id: z.number(),
  name: z.string(),
  bytes: z.number(),
  state: z.enum(documentStates),
  /** The lender's reason for rejecting it. */
  reason: z.string(),
  uploadedAt: instant(),
});
export type HomeownerDocument = z.output<typeof homeownerDocument>;

/** A request of the chosen offer's lender. */
const homeownerRequest = z.object({
  id: z.number(),
  kind: z.enum(requestKinds),
  what: z.string(),
  how: z.string(),
  until: instant().nullable(),
  state: z.enum(requestStates),
  documents: z.array(homeownerDocument),
});
export type HomeownerRequest = z.output<typeof homeownerRequest>;

/** The applicant's details as typed; which ones are needed depends on the lenders that fit. */
const detailValues = z.object(mapValues(detailFields, () => z.string().max(300))).partial();

export const homeownerApplication = z.object({
  token: z.string(),
  status: z.enum(homeownerStatuses),
  /** The language of messages to the homeowner. */
  language: z.enum(languages),
  /** The contractor's time zone, so both parties see the same deadline day. */
  timeZone: z.string(),
  draft: z.partialRecord(applicationForm.keyof(), z.string().optional()),
  details: z.object({
    /** What lenders need beyond the form, for homeowners in these states (empty: all). */
    asked: z.array(z.object({ need: z.enum(lenderNeeds), states: z.array(z.string()) })),
    /** When they were given; null for never, or once they are erased. They are never returned. */
    givenAt: instant().nullable(),
  }),
  /** The requested amount, as sent; null before that. */
  requestedAmount: dollars().nullable(),
  /** The preferred monthly payment, as sent; null when not given. */
  monthlyBudget: dollars().nullable(),
  offers: z.array(homeownerOffer),
  /**
   * What the chosen offer's lender is waiting for, where known, and the deadline; null while it
   * waits for nothing.
   */
  information: z
    .object({ what: z.string(), how: z.string(), until: instant().nullable() })
    .nullable(),
  /** All requests of the chosen offer's lender, in order. */
  requests: z.array(homeownerRequest),
  /** When each event happened; null for events that haven't happened. */
  times: z.object({
    sent: instant().nullable(),
    answered: instant().nullable(),
    chosen: instant().nullable(),
    approved: instant().nullable(),
    funded: instant().nullable(),
    withdrawn: instant().nullable(),
  }),
  /** The next step and who acts on it. */
  next: z.object({ step: z.enum(stepKeys), actor: z.enum(actors) }),
  /** How many notices of adverse action there are to read. */
  notices: z.number(),
});
export type HomeownerApplication = z.output<typeof homeownerApplication>;

export const startApplication = endpoint({
  name: 'applications.start',
  method: 'POST',
  path: '/homeowner/pages/{pageName}/applications',
  summary: 'Start an application on a co-branded page; saves a draft',
  urgency: 'submission',
  access: anonymous,
  owner: publicId,
  params: z.object({ pageName: z.string().max(100) }),
  body: z.object({
    source: z.string().max(40).default('page'),
    language: z.enum(languages).default('en'),
    draft: applicationDraft.default({}),
    /** The code of a link the contractor sent; invalid codes are ignored. */
    link: z.string().max(40).optional(),
  }),
  response: homeownerApplication,
  errors: ['not_found', 'not_open'],
  limit: { max: 30, seconds: 60, by: 'address' },
});

export const readApplication = endpoint({
  name: 'applications.read',
  method: 'GET',
  path: '/homeowner/applications/{token}',
  summary: "An application, by its homeowner's secret",
  access: anonymous,
  owner: bySecret,
  params: byToken,
  response: homeownerApplication,
  errors: ['not_found'],
  limit: { max: 240, seconds: 60, by: 'address' },
});

export const saveDraft = endpoint({
  name: 'applications.save-draft',
  method: 'POST',
  path: '/homeowner/applications/{token}',
  summary: 'Save a draft of the form',
  urgency: 'submission',
  access: anonymous,
  owner: bySecret,
  params: byToken,
  body: z.object({ draft: applicationDraft }),
  response: homeownerApplication,
  errors: ['not_found', 'application_closed'],
  limit: { max: 240, seconds: 60, by: 'address' },
});

export const sendDraftLink = endpoint({
  name: 'applications.send-draft-link',
  method: 'POST',
  path: '/homeowner/applications/{token}/link',
  summary:
    'E-mail a link to resume a half-filled form. The response is the same whether or not the address can be e-mailed.',
  access: anonymous,
  owner: bySecret,
  params: byToken,
  response: homeownerApplication,
  errors: ['not_found', 'application_closed'],
  limit: { max: 10, seconds: 3600, by: 'address' },
});

export const setLanguage = endpoint({
  name: 'applications.set-language',
  method: 'POST',
  path: '/homeowner/applications/{token}/language',
  summary: "Set the homeowner's language for pages and messages",
  access: anonymous,
  owner: bySecret,
  params: byToken,
  body: z.object({ language: z.enum(languages) }),
  response: homeownerApplication,
  errors: ['not_found'],
  limit: { max: 60, seconds: 60, by: 'address' },
});

export const submitApplication = endpoint({
  name: 'applications.submit',
  method: 'POST',
  path: '/homeowner/applications/{token}/submit',
  summary:
    "Send the application to the lenders, with the homeowner's consents. Sending it again changes nothing.",
  urgency: 'submission',
  access: anonymous,
  owner: bySecret,
  params: byToken,
  body: applicationForm.extend({
    consents: sentConsents,
    /** Required as far as lenders that fit need them; others aren't stored. */
    details: detailValues.optional(),
    /** The solved challenge, where proof of work is required. */
    work: doneWork.optional(),
    /** A honeypot: people don't see this field, but bots fill it in. */
    website: z.string().max(200).optional(),
    /** The secret of an application that this browser submitted earlier on the page. */
    former: secret.optional(),
  }),
  response: homeownerApplication,
  errors: ['not_found', 'not_open', 'work_required'],
  limit: { max: 30, seconds: 60, by: 'address' },
});

export const chooseOffer = endpoint({
  name: 'applications.choose-offer',
  method: 'POST',
  path: '/homeowner/applications/{token}/offers/{offerId}/choose',
  summary:
    'Choose an offer. Choosing it again changes nothing; replacing another choice requires naming it in the call.',
  urgency: 'submission',
  access: anonymous,
  owner: bySecret,
  params: byToken.extend({ offerId: id() }),
  body: z.object({
    /** The previous choice that the homeowner saw and is replacing; left out for a first choice. */
    replaces: id().nullable().default(null),
  }),
  response: homeownerApplication,
  errors: ['not_found', 'conflict', 'application_closed'],
  limit: { max: 60, seconds: 60, by: 'address' },
});

export const withdrawApplication = endpoint({
  name: 'applications.withdraw',
  method: 'POST',
  path: '/homeowner/applications/{token}/withdraw',
  summary:
    'Withdraw a sent application: notifies its lender and ends its return links. Repeating it changes nothing.',
  urgency: 'submission',
  access: anonymous,
  owner: bySecret,
  params: byToken,
  response: homeownerApplication,
  errors: ['not_found', 'application_closed'],
  limit: { max: 30, seconds: 60, by: 'address' },
});

export const confirmApplication = endpoint({
  name: 'applications.confirm',
  method: 'POST',
  path: '/homeowner/applications/{token}/confirm',
  summary:
    'Confirm the answers of an application whose e-mail and phone were used twice. Lenders continue with it; repeating it changes nothing.',
  urgency: 'submission',
  access: anonymous,
  owner: bySecret,
  params: byToken,
  response: homeownerApplication,
  errors: ['not_found', 'application_closed'],
  limit: { max: 30, seconds: 60, by: 'address' },
});

export const replaceDetails = endpoint({
  name: 'applications.replace-details',
  method: 'POST',
  path: '/homeowner/applications/{token}/details',
  summary:
    "Replace the applicant's details for lenders, while the owner of a contested application checks its answers. They are never returned.",
  urgency: 'submission',
  access: anonymous,
  owner: bySecret,
  params: byToken,
  body: z.object({ details: detailValues }),
  response: homeownerApplication,
  errors: ['not_found', 'application_closed'],
  limit: { max: 10, seconds: 3600, by: 'address' },
});

export const replaceApplication = endpoint({
  name: 'applications.replace',
  method: 'POST',
  path: '/homeowner/applications/{token}/replace',
  summary:
    'Replace the answers of an application whose e-mail and phone were used twice: it ends at all lenders, and an empty form for the same person begins',
  urgency: 'submission',
  access: anonymous,
  owner: bySecret,
  params: byToken,
  response: homeownerApplication,
  errors: ['not_found', 'application_closed'],
  limit: { max: 30, seconds: 60, by: 'address' },
});

export const leaveDevice = endpoint({
  name: 'applications.leave-device',
  method: 'POST',
  path: '/homeowner/applications/{token}/leave',
  summary:
    "End a device's access to the application. The application continues: links in messages open it again.",
  access: anonymous,
  owner: bySecret,
  params: byToken,
  response: z.object({ left: z.literal(true) }),
  errors: ['not_found'],
  limit: { max: 30, seconds: 60, by: 'address' },
});

/** The last four digits of the homeowner's phone number. */
export const phoneEnding = z
  .string(messages.required)
  .trim()
  .regex(/^\d{4}$/, 'Please enter four digits.');

export const openReturnLink = endpoint({
  name: 'applications.open-way-back',
  method: 'POST',
  path: '/homeowner/way-back',
  summary:
    "Open an application on another device, with the link in the offers message and the phone number's last digits",
  access: anonymous,
  body: z.object({ link: z.string().min(1).max(300), phoneEnding }),
  response: homeownerApplication,
  errors: ['invalid_link'],
  limit: { max: 30, seconds: 60, by: 'address' },
});

export const followApplication = endpoint({
  name: 'applications.follow',
  method: 'GET',
  path: '/homeowner/applications/{token}/events',
  summary:
    'Server-sent events of an application: `ready` once it is followed, `changed` whenever it should be reloaded. The stream ends after some minutes; browsers reconnect by themselves.',
  access: anonymous,
  owner: bySecret,
  params: byToken,
  response: { file: 'text/event-stream' },
  errors: ['not_found', 'busy'],
  limit: { max: 60, seconds: 60, by: 'address' },
});

export const uploadDocument = endpoint({
  name: 'applications.upload-document',
  method: 'POST',
  path: '/homeowner/applications/{token}/requests/{requestId}/documents',
  summary: 'Upload a document that the lender requested',
  urgency: 'submission',
  access: anonymous,
  owner: bySecret,
  params: byToken.extend({ requestId: id() }),
  encoding: 'multipart',
  streams: 'file',
  streamedTypes: keysOf(documentTypes),
  response: homeownerApplication,
  errors: ['not_found', 'application_closed', 'busy'],
  limit: { max: 60, seconds: 3600, by: 'address' },
});

export const removeDocument = endpoint({
  name: 'applications.remove-document',
  method: 'DELETE',
  path: '/homeowner/applications/{token}/documents/{documentId}',
  summary: "Remove a document that hasn't been sent to the lender yet",
  access: anonymous,
  owner: bySecret,
  params: byToken.extend({ documentId: id() }),
  response: homeownerApplication,
  errors: ['not_found', 'application_closed'],
  limit: { max: 60, seconds: 60, by: 'address' },
});
