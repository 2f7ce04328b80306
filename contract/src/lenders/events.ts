import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { foreignInstant, id, optionalPhone, optionalText, text } from '../core/fields.ts';
import { unowned } from '../core/owner.ts';
import { offerKinds, rateTypes } from '../applications/constants.ts';

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
  lenderName: text(100),
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
  conditions: z.array(text(300)).max(10).optional(),
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
const how = optionalText(300).default('');
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
    what: optionalText(500).default(''),
    how,
    until,
  }),
  z.object({
    ...eventBase,
    type: z.literal('documents.requested'),
    offer: offerReference,
    documents: z
      .array(z.object({ request: requestReference, what: text(500), how, until }))
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
    reason: text(300),
  }),
  z.object({ ...eventBase, type: z.literal('application.approved'), offer: offerReference }),
  z.object({
    ...eventBase,
    type: z.literal('offer.funded'),
    offer: offerReference,
    amount: money,
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
export const receiveEventOfLender = endpoint({
  ...receiveLenderEvent,
  name: 'lenders.event',
  path: '/integrations/lenders/{lender}/events',
  params: z.object({ lender: id() }),
});
