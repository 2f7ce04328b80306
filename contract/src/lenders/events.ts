import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { foreignInstant, id, optionalPhone, optionalText, phone, text } from '../core/fields.ts';
import { keysOf, nonEmpty } from '../core/map-values.ts';
import { unowned } from '../core/owner.ts';
import { declineReasons } from './decline-reasons.ts';
import { offerKinds, rateTypes } from '../applications/constants.ts';

/** Reason codes of declined applications: the model forms of Regulation B, and `other`. */
export const declineCodes = keysOf(declineReasons);

/** `text` and `optionalText` with their limit in the protocol's documents. */
const line = (max: number) => text(max).meta({ maxLength: max });
const optionalLine = (max: number) => optionalText(max).meta({ maxLength: max });

const declineReason = z
  .object({
    code: z.enum(nonEmpty(declineCodes)),
    /** The lender's own words; required for `other`. */
    text: optionalLine(300).default(''),
  })
  .refine(({ code, text: words }) => code !== 'other' || words !== '', {
    path: ['text'],
    error: 'Please give the reason in words.',
  });
export type DeclineReason = z.output<typeof declineReason>;

const creditScore = z.object({
  score: z.number().int().min(0).max(1000),
  lowest: z.number().int().min(0).max(1000),
  highest: z.number().int().min(0).max(1000),
  /** When it was made. */
  date: z.iso.date(),
  agency: line(200),
  /** The key factors, most important first. */
  factors: z.array(line(200)).max(5).default([]),
});
export type CreditScore = z.output<typeof creditScore>;

/** A consumer reporting agency as a notice names it. */
const reportingAgency = z.object({
  name: text(200),
  address: text(300),
  /** Toll-free. */
  phone: phone(),
});
export type ReportingAgency = z.output<typeof reportingAgency>;

const reference = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/);
const offerReference = z.string().min(1).max(100);
const eventBase = {
  id: z.string().min(8).max(100),
  application: reference,
  createdAt: foreignInstant(),
};

const money = z.number().positive().max(10_000_000).multipleOf(0.01);

const lenderOffer = z.object({
  reference: offerReference,
  kind: z.enum(offerKinds),
  lenderName: line(100),
  amount: money,
  apr: z.number().min(0).max(99).nullable().default(null),
  termMonths: z.number().int().positive().max(480).nullable().default(null),
  monthlyPayment: money.nullable().default(null),
  qualified: z.boolean().default(false),
  /** Whether the rate can change during the loan; null when unknown. */
  rateType: z.enum(rateTypes).nullable().default(null),
  /** The rate after an introductory rate that lasts the whole term, in percent per year. */
  laterApr: z.number().min(0).max(99).nullable().default(null),
  /** Costs besides interest, in dollars; 0 means no fees. */
  fees: z.number().min(0).max(1_000_000).multipleOf(0.01).nullable().default(null),
  /** Whether the home secures it; null falls back to its kind's default. */
  securedByHome: z.boolean().nullable().default(null),
  /** The lender's phone number for homeowners; ten digits, or empty. */
  lenderPhone: optionalPhone().optional(),
  /** The lender's own form, where the homeowner completes the application; https only. */
  applyUrl: z
    .url({ protocol: /^https$/, error: 'Please use an address that starts with https://.' })
    .max(2000)
    .optional(),
  /** After this time the offer can't be chosen. */
  expiresAt: foreignInstant().optional(),
  /** What the contractor pays the lender, in dollars; never shown to the homeowner. */
  dealerFee: z.number().min(0).max(1_000_000).multipleOf(0.01).optional(),
  /** What the approval depends on, for the homeowner. */
  conditions: z.array(line(300)).max(10).optional(),
  /** The earlier offer that this counter-offer replaces. */
  replaces: offerReference.optional(),
});
export type LenderOffer = z.output<typeof lenderOffer>;

/**
 * The lender's own reference for a request; a repeated reference doesn't create another request.
 */
const requestReference = z.string().min(1).max(100);
const until = foreignInstant().optional();
/** Instructions for the homeowner on how to send it. */
const how = optionalLine(300).default('');
const aboutRequest = { ...eventBase, offer: offerReference, request: requestReference };
const aboutDocument = { ...aboutRequest, document: z.string().min(1).max(100) };

/** A lender network's event. `id` is the network's own event id; each id is processed once. */
export const lenderEvent = z.discriminatedUnion('type', [
  z.object({
    ...eventBase,
    type: z.literal('offers.received'),
    offers: z.array(lenderOffer).max(50),
  }),
  z.object({
    ...eventBase,
    type: z.literal('information.requested'),
    offer: offerReference,
    /** Left out by lenders that send one request at a time. */
    request: requestReference.optional(),
    /** Shown to the homeowner. */
    what: optionalLine(500).default(''),
    how,
    until,
  }),
  z.object({
    ...eventBase,
    type: z.literal('documents.requested'),
    offer: offerReference,
    documents: z
      .array(z.object({ request: requestReference, what: line(500), how, until }))
      .min(1)
      .max(20),
  }),
  z.object({ ...aboutRequest, type: z.literal('request.fulfilled') }),
  z.object({ ...aboutRequest, type: z.literal('request.withdrawn') }),
  z.object({ ...aboutDocument, type: z.literal('document.accepted') }),
  z.object({
    ...aboutDocument,
    type: z.literal('document.rejected'),
    /** Shown to the homeowner: what is wrong with it. */
    reason: line(300),
  }),
  z.object({ ...eventBase, type: z.literal('application.approved'), offer: offerReference }),
  z.object({
    ...eventBase,
    type: z.literal('application.conditionally_approved'),
    offer: offerReference,
    conditions: z.array(line(300)).min(1).max(10),
  }),
  /** The lender declines the application: it has no offer, or withdraws all of its offers. */
  z.object({
    ...eventBase,
    type: z.literal('application.declined'),
    reasons: z.array(declineReason).min(1).max(10),
    /** The credit score that the decision used, for the notice to the homeowner. */
    score: creditScore.nullable().default(null),
    /** Whether the decision used a consumer report; left out: as set for the lender. */
    usedReport: z.boolean().optional(),
    /** The consumer reporting agency of that report; left out: the one set for the lender. */
    bureau: reportingAgency.optional(),
    /** The lender sends the homeowner its own notice of adverse action. */
    sendsNotice: z.boolean().default(false),
  }),
  z.object({ ...eventBase, type: z.literal('offer.expired'), offer: offerReference }),
  z.object({
    ...eventBase,
    type: z.literal('offer.funded'),
    offer: offerReference,
    amount: money,
    /** The lender's name for one of several payments; each is booked once. */
    stage: z.string().min(1).max(100).optional(),
  }),
  /** Money of a funding went back, in whole or in part: a rescission, or a refunded job. */
  z.object({
    ...eventBase,
    type: z.literal('funding.reversed'),
    offer: offerReference,
    amount: money,
    reason: optionalLine(300).default(''),
  }),
  z.object({ ...eventBase, type: z.literal('offer.withdrawn'), offer: offerReference }),
]);
export type LenderEvent = z.output<typeof lenderEvent>;

/** Events of the network that environment variables configure. */
export const receiveLenderEvent = endpoint({
  name: 'applications.lender-event',
  method: 'POST',
  path: '/integrations/lenders/events',
  summary:
    'Events of a lender network. Header `Lintel-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`',
  access: { kind: 'signature', by: 'lenders' },
  owner: unowned('The signature of the lender network decides.'),
  body: lenderEvent,
  response: z.object({ received: z.literal(true), duplicate: z.boolean() }),
  errors: ['not_found', 'unauthorized'],
});

/** Events of a lender that staff added. */
export const receiveNamedLenderEvent = endpoint({
  ...receiveLenderEvent,
  name: 'lenders.event',
  path: '/integrations/lenders/{lender}/events',
  params: z.object({ lender: id() }),
});
