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

/** How the first year of a plan is paid, in dollars. */
export const firstYear = z.object({
  /** Of the whole year, with the discount taken off. */
  total: dollars(),
  today: dollars(),
  /** The installments after the first; null when the year is paid at once. */
  later: z.object({ payments: z.number(), amount: dollars(), firstOn: instant() }).nullable(),
});
export type FirstYear = z.output<typeof firstYear>;

export const signUpPlan = z.object({
  id: z.number(),
  name: z.string(),
  tier: z.enum(tiers),
  /** Of each year, in dollars; 0 asks for no card. */
  price: dollars(),
  /** Bullet lines. */
  description: z.array(z.string()),
  firstYear,
  /** The same for somebody whom a contractor referred. */
  referred: firstYear,
});
export type SignUpPlan = z.output<typeof signUpPlan>;

export const readSignUpPlans = endpoint({
  name: 'billing.sign-up-plans',
  method: 'GET',
  path: '/sign-up/plans',
  summary: 'What a contractor can sign up for, cheapest first, and how cards are taken',
  access: anonymous,
  response: z.object({
    plans: z.array(signUpPlan),
    /** Percent off the first year with a referral code. */
    referralDiscount: z.number(),
    gateway: z.enum(['stripe', 'sandbox']),
    /** Stripe's; null with the sandbox. */
    publishableKey: z.string().nullable(),
    /** Only of the sandbox. */
    testCards: z.array(z.object({ number: z.string(), description: z.string() })),
  }),
  limit: { max: 120, seconds: 60, by: 'address' },
});

export const signUpMessages = {
  registered: 'This e-mail is already registered. Please sign in.',
  referral: 'We do not know this referral code.',
  otherEmail: 'This sign-up was begun with another e-mail. Please start over.',
  ended: 'This sign-up goes on in another window or was changed meanwhile. Please start over.',
} as const;

const referralCode = z.string().trim().max(40, signUpMessages.referral);

export const readReferralCode = endpoint({
  name: 'billing.referral',
  method: 'GET',
  path: '/sign-up/referral/{code}',
  summary: 'Whose referral code this is',
  access: anonymous,
  owner: publicId,
  params: z.object({ code: referralCode }),
  response: z.object({ companyName: z.string() }),
  errors: ['not_found'],
  limit: { max: 30, seconds: 60, by: 'address' },
});

/** Who signs up, and for which plan. */
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

/**
 * What the page's form holds besides the plan: no card, one that is typed, or the holder of one
 * that the browser hands over.
 */
const visitor = signUpDetails.omit({ planId: true });
export const visitorForms = {
  none: visitor,
  typed: visitor.extend(cardForm.shape),
  handed: visitor.extend(handedCard.omit({ paymentMethodId: true }).shape),
} as const;

/** A secret that the browser makes for one sign-up: whoever has it may go on with it. */
export const signUpToken = z
  .string()
  .regex(/^[\w-]{32,64}$/, 'Please use 32 to 64 letters and digits.');

/**
 * How a sign-up stands: `waiting` for the link that was sent to its e-mail, `open` for its payment
 * (again), `action` for the bank, `processing` for the payment provider; `done` is over, and
 * `ended` gave way to another one with the same e-mail.
 */
export const signUpStates = ['waiting', 'open', 'action', 'processing', 'done', 'ended'] as const;

export const signUpStatus = z.object({
  state: z.enum(signUpStates),
  companyName: z.string(),
  email: z.string(),
  planName: z.string(),
  /** The account exists, and the message that activates it is on its way. */
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
    'Sign up for a plan. With `redirectUrl` the bank wants to see the cardholder there first; with `linkSent` somebody began with this e-mail before, nothing was charged, and the link that was sent there goes on.',
  access: anonymous,
  owner: unowned('The plan is public, and the secret of the sign-up decides.'),
  /**
   * The same token with another card goes on with the same contractor; another e-mail takes another
   * token. `dueToday` is what the visitor was told: more is not charged, but answered with
   * `conflict`.
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
  errors: ['email_already_used', 'payment_failed', 'gateway_unavailable', 'conflict'],
  idempotent: true,
  /** An office has one address; what fails is counted apart, and tighter. */
  limit: { max: 120, seconds: 3600, by: 'address' },
});

/** What was typed before, for a browser that goes on with it. */
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
    'Open the link that was sent to an e-mail: from now on the sign-up with this new token goes on, and every earlier one ends',
  access: anonymous,
  owner: bySecret,
  /**
   * `askedBy` is the token that the link was asked for with, of a browser that still has it: only
   * there the answer holds what was typed, because anybody can ask for a link with any e-mail.
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
  summary: 'How a sign-up stands',
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
  summary: 'What became of a sign-up whose cardholder was sent to the bank and is back',
  access: anonymous,
  owner: bySecret,
  params: byToken,
  response: signUpStatus,
  errors: ['not_found', 'gateway_unavailable'],
  limit: { max: 30, seconds: 60, by: 'address' },
});
