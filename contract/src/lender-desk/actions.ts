import { z } from 'zod';
import { offerKinds, rateTypes } from '../applications/constants.ts';
import { lenderDesk } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { optionalText, outcome, text } from '../core/fields.ts';
import { nonEmpty } from '../core/map-values.ts';
import { readDecimal } from '../core/numbers.ts';
import { lenderApplicationAt } from '../core/owner.ts';
import { declineCodes } from '../lenders/events.ts';
import { byReference } from './applications.ts';
import { mostDeskOffers } from './constants.ts';

/** A number as typed or sent, with at most `places` decimals. */
const number = (
  places: number,
  { min, max, message }: { min: number; max: number; message: string },
) =>
  z.union([z.number(), z.string()], message).transform((given, context) => {
    const scaled = readDecimal(String(given).trim(), places);
    const value = scaled === null ? Number.NaN : scaled / 10 ** places;
    if (value >= min && value <= max) return value;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
const orNone = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .union([z.literal('').transform(() => null), z.null(), schema], {
      error: (issue) =>
        issue.code === 'invalid_union' ? issue.errors.at(-1)?.[0]?.message : undefined,
    })
    .default(null);

const most = 10_000_000;
const money = number(2, {
  min: 0.01,
  max: most,
  message: 'Please enter an amount from $0.01 to $10,000,000.',
});
const fee = number(2, {
  min: 0,
  max: 1_000_000,
  message: 'Please enter an amount from $0 to $1,000,000.',
});
const rate = number(2, {
  min: 0,
  max: 99,
  message: 'Please enter a rate from 0 to 99 percent, with up to two decimals.',
});
const months = number(0, { min: 1, max: 480, message: 'Please enter 1 to 480 months.' });
const day = z.iso.date('Please enter a date.');
const offerName = z.string().min(1, 'Please choose an offer.').max(100);
const conditions = z.array(text(300)).max(10, 'Please keep to 10 conditions.');

export const deskOfferForm = z.object({
  kind: z.enum(offerKinds, 'Please choose a product.'),
  amount: money,
  termMonths: orNone(months),
  apr: orNone(rate),
  rateType: orNone(z.enum(rateTypes)),
  monthlyPayment: orNone(money),
  /** Costs besides interest; 0 means no fees. */
  fees: orNone(fee),
  /** What the contractor pays; never shown to the homeowner. */
  dealerFee: orNone(fee),
  /** The last day on which it can be chosen. */
  expiresOn: orNone(day),
  conditions: conditions.default([]),
});
export type DeskOfferForm = z.output<typeof deskOfferForm>;

export const sendOffersForm = z.object({
  offers: z.array(deskOfferForm).min(1).max(mostDeskOffers),
  /** The open offer that the first one replaces. */
  replaces: orNone(offerName),
});
const withdrawOfferForm = z.object({ offer: offerName });
export const declineForm = z
  .object({
    reasons: z
      .array(z.enum(nonEmpty(declineCodes)))
      .min(1, 'Please choose at least one reason.')
      .max(10, 'Please keep to 10 reasons.')
      .transform((codes) => [...new Set(codes)]),
    /** The lender's own words, for the reason `other`. */
    otherReason: optionalText(300).default(''),
    /** The lender sends the homeowner its own notice of adverse action. */
    sendsNotice: z.boolean().default(false),
  })
  .refine(({ reasons, otherReason }) => !reasons.includes('other') || otherReason !== '', {
    path: ['otherReason'],
    message: 'Please give the reason in words.',
  });
export const requestForm = z.object({
  offer: offerName,
  documents: z
    .array(text(500))
    .min(1, 'Please name at least one document.')
    .max(20, 'Please keep to 20 documents.'),
  /** Shown to the homeowner with the request. */
  how: optionalText(300).default(''),
  until: orNone(day),
});
const endRequestForm = z.object({
  offer: offerName,
  request: z.string().min(1).max(100),
  outcome: z.enum(['fulfilled', 'withdrawn']),
});
export const decideDocumentForm = z
  .object({
    offer: offerName,
    request: z.string().min(1).max(100),
    document: z.string().min(1).max(100),
    isAccepted: z.boolean(),
    /** Shown to the homeowner: what is wrong with it. */
    reason: optionalText(300).default(''),
  })
  .refine(({ isAccepted, reason }) => isAccepted || reason !== '', {
    path: ['reason'],
    message: 'Please say what is wrong with it.',
  });
export const approveForm = z
  .object({ offer: offerName, isFinal: z.boolean(), conditions: conditions.default([]) })
  .refine(({ isFinal, conditions: given }) => isFinal || given.length > 0, {
    path: ['conditions'],
    message: 'Please enter at least one condition.',
  });
export const fundForm = z.object({
  offer: offerName,
  amount: money,
  /** Empty for a payout in one sum. */
  stage: optionalText(100).default(''),
  fundedOn: day,
});
export const reverseForm = z.object({
  offer: offerName,
  amount: money,
  reason: optionalText(300).default(''),
});

/** The action, and how much the lender had done when its person opened the form. */
const seen = z.number().int().min(0);
const action = z.discriminatedUnion('type', [
  sendOffersForm.extend({ type: z.literal('offers'), seen }),
  withdrawOfferForm.extend({ type: z.literal('withdraw-offer'), seen }),
  declineForm.safeExtend({ type: z.literal('decline'), seen }),
  requestForm.extend({ type: z.literal('request'), seen }),
  endRequestForm.extend({ type: z.literal('end-request'), seen }),
  decideDocumentForm.safeExtend({ type: z.literal('decide-document'), seen }),
  approveForm.safeExtend({ type: z.literal('approve'), seen }),
]);
const moneyAction = z.discriminatedUnion('type', [
  fundForm.extend({ type: z.literal('fund'), seen }),
  reverseForm.extend({ type: z.literal('reverse'), seen }),
]);
export type DeskAction = z.output<typeof action> | z.output<typeof moneyAction>;

export const actAtDesk = endpoint({
  name: 'lender-desk.act',
  method: 'POST',
  path: '/lender/applications/{reference}/actions',
  summary: 'Answer one of the lender’s applications, as an event of its protocol would',
  access: lenderDesk,
  owner: lenderApplicationAt('reference'),
  params: byReference,
  body: action,
  response: outcome,
  errors: ['not_found', 'conflict'],
  limit: { max: 300, seconds: 3600, by: 'account' },
  idempotent: true,
  noStepUp: 'Everyday work of people who all have a second factor; the history names each.',
});

export const moveMoneyAtDesk = endpoint({
  name: 'lender-desk.money',
  method: 'POST',
  path: '/lender/applications/{reference}/fundings',
  summary: 'Book a funding or a reversal, as an event of the lender’s protocol would',
  access: lenderDesk,
  owner: lenderApplicationAt('reference'),
  params: byReference,
  body: moneyAction,
  response: outcome,
  errors: ['not_found', 'conflict'],
  limit: { max: 300, seconds: 3600, by: 'account' },
  idempotent: true,
  stepUp: true,
});
