import { z } from 'zod';
import { tiers } from './tiers.ts';
import { anyCard, cardForm, handedCard } from './cards.ts';
import { anonymous } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import {
  dollars,
  email,
  id,
  instant,
  messages,
  outcome,
  personName,
  phone,
  text,
  webAddress,
} from '../core/fields.ts';
import { bySecret, publicId, unowned } from '../core/owner.ts';

/** How a plan's first year is paid, in dollars. */
export const firstYear = z.object({
  /** The whole year's price after the discount. */
  total: dollars(),
  today: dollars(),
  /** The installments after the first; null when the year is paid in full. */
  later: z.object({ payments: z.number(), amount: dollars(), firstOn: instant() }).nullable(),
});
export type FirstYear = z.output<typeof firstYear>;

export const signUpPlan = z.object({
  id: z.number(),
  name: z.string(),
  tier: z.enum(tiers),
  /** Per year, in dollars; 0 needs no card. */
  price: dollars(),
  /** Bullet lines. */
  description: z.array(z.string()),
  firstYear,
  /** The first year with a referral. */
  referred: firstYear,
});
export type SignUpPlan = z.output<typeof signUpPlan>;

export const readSignUpPlans = endpoint({
  name: 'billing.sign-up-plans',
  method: 'GET',
  path: '/sign-up/plans',
  summary: 'The plans for signing up, cheapest first, and the accepted payment methods',
  access: anonymous,
  response: z.object({
    plans: z.array(signUpPlan),
    /** Percent off the first year with a referral code. */
    referralDiscount: z.number(),
    gateway: z.enum(['stripe', 'sandbox']),
    /** Stripe's key; null with the sandbox. */
    publishableKey: z.string().nullable(),
    /** Empty without the sandbox. */
    testCards: z.array(z.object({ number: z.string(), description: z.string() })),
  }),
  errors: ['not_open'],
  limit: { max: 120, seconds: 60, by: 'address' },
});

export const signUpMessages = {
  registered: 'This e-mail is already registered. Please sign in.',
  referral: "We don't recognize this referral code.",
  otherEmail: 'This sign-up was started with another e-mail. Please start over.',
  ended: 'This sign-up was continued in another window or changed. Please start over.',
} as const;

const referralCode = z.string().trim().max(40, signUpMessages.referral);

export const readReferralCode = endpoint({
  name: 'billing.referral',
  method: 'GET',
  path: '/sign-up/referral/{code}',
  summary: 'The owner of a referral code',
  access: anonymous,
  owner: publicId,
  params: z.object({ code: referralCode }),
  response: z.object({ companyName: z.string() }),
  errors: ['not_found'],
  limit: { max: 30, seconds: 60, by: 'address' },
});

/** The person who signs up, and the plan. */
export const signUpDetails = z.object({
  planId: id(),
  firstName: personName(),
  lastName: personName(),
  email: email(),
  phone: phone(),
  companyName: text(240),
  companyAddress: text(250),
  websiteUrl: webAddress(128).default(''),
  referralCode: referralCode.default(''),
});
export type SignUpDetails = z.output<typeof signUpDetails>;

/** The page's form without the plan: no card, a typed card, or the holder of a tokenized card. */
const visitor = signUpDetails.omit({ planId: true });
export const visitorForms = {
  none: visitor,
  typed: visitor.extend(cardForm.shape),
  handed: visitor.extend(handedCard.omit({ paymentMethodId: true }).shape),
} as const;

/** A secret that the browser creates for one sign-up; it allows the browser to continue it. */
export const signUpToken = z
  .string()
  .regex(/^[\w-]{32,64}$/, 'Please use 32 to 64 letters and digits.');

/**
 * The states of a sign-up: `waiting` for the link in the e-mail, `open` for a (repeated) payment,
 * `action` for the bank, `processing` for the payment provider; `done` is finished; `ended` was
 * replaced by another sign-up with the same e-mail.
 */
export const signUpStates = ['waiting', 'open', 'action', 'processing', 'done', 'ended'] as const;

export const signUpStatus = z.object({
  state: z.enum(signUpStates),
  companyName: z.string(),
  email: z.string(),
  planName: z.string(),
  /** The account exists, and its activation message is being sent. */
  accountMade: z.boolean(),
  /** Why the last payment failed; empty otherwise. */
  failureMessage: z.string(),
});
export type SignUpStatus = z.output<typeof signUpStatus>;

export const signUp = endpoint({
  name: 'billing.sign-up',
  method: 'POST',
  path: '/sign-up',
  summary:
    'Sign up for a plan. With `redirectUrl`, the cardholder must confirm at the bank first; with `linkSent`, an earlier sign-up used this e-mail, nothing was charged, and the link sent there continues it.',
  access: anonymous,
  owner: unowned('The plan is public, and the secret of the sign-up decides.'),
  /**
   * The same token with another card continues with the same contractor; a different e-mail needs a
   * new token. `dueToday` is the amount shown to the visitor; a higher amount isn't charged, but
   * returns `conflict`.
   */
  body: signUpDetails.extend({
    token: signUpToken,
    card: anyCard.optional(),
    dueToday: dollars().optional(),
  }),
  response: outcome.extend({
    redirectUrl: z.string().optional(),
    linkSent: z.literal(true).optional(),
  }),
  errors: ['email_already_used', 'payment_failed', 'gateway_unavailable', 'conflict', 'not_open'],
  idempotent: true,
  /** An office shares one network address; failures have a separate, stricter limit. */
  limit: { max: 120, seconds: 3600, by: 'address' },
});

/** What was typed earlier, for a browser that resumes. */
export const signUpDraft = z.object({
  planId: z.number(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  companyName: z.string(),
  companyAddress: z.string(),
  websiteUrl: z.string(),
  referralCode: z.string(),
});
export type SignUpDraft = z.output<typeof signUpDraft>;

export const openSignUpLink = endpoint({
  name: 'billing.open-sign-up-link',
  method: 'POST',
  path: '/sign-up/link',
  summary:
    'Open a link from an e-mail: the sign-up continues with this new token, and every earlier one ends',
  access: anonymous,
  owner: bySecret,
  /**
   * `askedBy` is the token of the browser that requested the link. Only that browser gets the typed
   * data, because anyone can request a link for any e-mail.
   */
  body: z.object({
    m: z.string().min(1, messages.required).max(200),
    token: signUpToken,
    askedBy: signUpToken.optional(),
  }),
  response: outcome.extend({ email: z.string(), draft: signUpDraft.nullable() }),
  errors: ['invalid_link', 'email_already_used', 'conflict'],
  limit: { max: 30, seconds: 60, by: 'address' },
});

const byToken = z.object({ token: signUpToken });

export const readSignUp = endpoint({
  name: 'billing.sign-up-status',
  method: 'GET',
  path: '/sign-up/{token}',
  summary: 'The state of a sign-up',
  access: anonymous,
  owner: bySecret,
  params: byToken,
  response: signUpStatus,
  errors: ['not_found'],
  limit: { max: 60, seconds: 60, by: 'address' },
});

export const confirmSignUp = endpoint({
  name: 'billing.confirm-sign-up',
  method: 'POST',
  path: '/sign-up/{token}/confirm',
  summary: 'The result of a sign-up after the cardholder returns from the bank',
  access: anonymous,
  owner: bySecret,
  params: byToken,
  response: signUpStatus,
  errors: ['not_found', 'gateway_unavailable'],
  limit: { max: 30, seconds: 60, by: 'address' },
});
