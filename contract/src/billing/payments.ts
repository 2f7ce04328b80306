import { z } from 'zod';
import { openDay } from '../applications/report.ts';
import { disputeStates, paymentStates, subscriptionStates } from './constants.ts';
import { paymentOrders, paymentPageSizes } from './payments-constants.ts';
import { amount } from './subscriptions.ts';
import { accessTo, companyAccessTo, readAccess } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { without } from '../core/step-up.ts';
import { dollars, id, instant, outcome } from '../core/fields.ts';
import { filters, limit, listSchema, order, page } from '../core/list.ts';
import {
  contractorAt,
  inBody,
  inQuery,
  ownContractor,
  paymentAt,
  paymentIntentAt,
  userAt,
} from '../core/owner.ts';

const access = accessTo('card-payments');
const reading = readAccess('card-payments');
const byId = z.object({ id: id() });
/** The caller, or the user that staff switched into. */
const byUser = z.object({ userId: id().optional() });

/** Days in the business time zone, end day inclusive; either can be left out. */
const days = z
  .object({ start: openDay, end: openDay })
  .refine(({ start, end }) => !start || !end || start <= end, {
    message: 'The start must not be after the end.',
    path: ['start'],
  });

export const payment = z.object({
  id: z.number(),
  /** The invoice number. */
  number: z.string(),
  /** In dollars, like all amounts here. */
  amount: dollars(),
  /** How much of it was refunded. */
  refundedAmount: dollars(),
  description: z.string(),
  status: z.enum(paymentStates),
  createdAt: instant(),
  /** When an upcoming payment is charged; null for others. */
  dueAt: instant().nullable(),
  /** Why it failed; empty otherwise. */
  failureMessage: z.string(),
  /** The latest dispute with the cardholder's bank; null without one. */
  dispute: z.object({ state: z.enum(disputeStates), amount: dollars() }).nullable(),
});
export type Payment = z.output<typeof payment>;

export const listPayments = endpoint({
  name: 'billing.payments',
  method: 'GET',
  path: '/payment',
  summary: 'The payments of the subscription',
  access: reading,
  owner: [userAt(inQuery('userId')), ownContractor],
  query: byUser.extend({
    page: page(),
    limit: limit(paymentPageSizes, 5),
    order: order(paymentOrders, '-createdAt'),
    filters: filters({
      status: z.enum(['', ...paymentStates]).default(''),
      createdAt: days.prefault({}),
      searchText: z.string().trim().max(250).default(''),
    }),
  }),
  response: listSchema(payment),
  errors: ['not_found'],
});

export const failedPayment = z.object({
  id: z.number(),
  /** The invoice number. */
  number: z.string(),
  /** Lines that describe what it pays for. */
  descriptions: z.array(z.string()),
  currentPeriodStart: instant(),
  currentPeriodEnd: instant(),
  failureMessage: z.string(),
  amount: dollars(),
});
export type FailedPayment = z.output<typeof failedPayment>;

export const listFailedPayments = endpoint({
  name: 'billing.failed-payments',
  method: 'GET',
  path: '/payment-failed',
  summary: 'The failed payments that can be retried one by one',
  access: reading,
  owner: [userAt(inQuery('userId')), ownContractor],
  query: byUser.extend({
    page: page(),
    limit: limit([1], 1),
    order: order(['createdAt', 'amount'], '+createdAt'),
  }),
  /** With their total, in dollars. */
  response: listSchema(failedPayment).extend({ totalAmount: dollars() }),
  errors: ['not_found'],
});

export const retryInvoice = endpoint({
  name: 'billing.retry',
  method: 'POST',
  path: '/invoice/{id}',
  summary:
    'Retry a failed payment. With `redirectUrl`, the cardholder must confirm at the bank first.',
  access,
  owner: [ownContractor, paymentAt('id'), userAt(inBody('userId'))],
  params: byId,
  encoding: 'form',
  body: byUser,
  response: outcome.extend({ redirectUrl: z.string().optional() }),
  errors: ['not_found', 'payment_failed', 'no_card', 'conflict', 'gateway_unavailable'],
  idempotent: true,
  limit: { max: 20, seconds: 600, by: 'account' },
  noStepUp: without.paysDebt,
});

/**
 * The result of each payment when several are paid at once: `requires_action` must be confirmed at
 * `redirectUrl`; the outcome of `unknown` isn't known yet. Payments after either one aren't
 * attempted.
 */
export const paymentResult = z.object({
  id: z.number(),
  number: z.string(),
  amount: dollars(),
  status: z.enum(['succeeded', 'failed', 'requires_action', 'unknown', 'not_tried']),
  message: z.string(),
  redirectUrl: z.string().optional(),
});
export type PaymentResult = z.output<typeof paymentResult>;

export const payAllFailed = endpoint({
  name: 'billing.pay-all-failed',
  method: 'POST',
  path: '/payment-failed',
  summary: 'Retry all failed payments separately, oldest first',
  access,
  owner: [ownContractor, userAt(inBody('userId'))],
  encoding: 'form',
  body: byUser.extend({
    /** Their total in dollars, as shown to the person; a different total is a conflict. */
    amount: amount(),
  }),
  response: outcome.extend({ payments: z.array(paymentResult) }),
  errors: ['not_found', 'no_card', 'conflict'],
  idempotent: true,
  limit: { max: 10, seconds: 600, by: 'account' },
  noStepUp: without.paysDebt,
});

export const confirmIntent = endpoint({
  name: 'billing.confirm',
  method: 'POST',
  path: '/payment-intent/{id}',
  summary: 'The result of a payment after the cardholder returns from the bank',
  access,
  owner: [ownContractor, paymentIntentAt('id'), userAt(inBody('userId'))],
  params: z.object({ id: z.string().regex(/^\w{1,255}$/) }),
  encoding: 'form',
  body: byUser,
  response: z.object({
    error: z.string().optional(),
    status: z.enum(['paid', 'requires_action', 'failed']),
  }),
  errors: ['not_found', 'gateway_unavailable'],
  limit: { max: 60, seconds: 600, by: 'account' },
  noStepUp: without.paysDebt,
});

export const paymentReceipt = endpoint({
  name: 'billing.receipt',
  method: 'GET',
  path: '/payment/{id}/receipt',
  summary: 'The receipt of a completed payment, as PDF',
  access: reading,
  owner: [userAt(inQuery('userId')), ownContractor, paymentAt('id')],
  params: byId,
  query: byUser,
  response: { file: 'application/pdf' },
  errors: ['not_found'],
});

const amountOn = z.object({ date: instant(), amount: dollars() });

export const subscription = z.object({
  id: z.number(),
  state: z.enum(subscriptionStates),
  planName: z.string(),
  tier: z.string(),
  /** Per year, in dollars. */
  price: dollars(),
  /** The number of installments. */
  installments: z.number(),
  termStart: instant(),
  termEnd: instant(),
  /** The next payment due within this year; null when nothing is due. */
  nextPayment: amountOn.nullable(),
  /**
   * When the next year begins and its full price; null when the subscription ends with this year.
   */
  renewal: amountOn.nullable(),
  cancelAtTermEnd: z.boolean(),
  /** The name of a different plan chosen for the next year. */
  nextPlanName: z.string().nullable(),
});
export type Subscription = z.output<typeof subscription>;

const noSubscription = z.object({ id: z.null() });
const whole = companyAccessTo('card-payments');

export const readSubscription = endpoint({
  name: 'billing.subscription',
  method: 'GET',
  path: '/contractor/{id}/subscription',
  summary: 'The subscription: its plan, price, and next payment; `id` is null without one',
  access: reading,
  owner: contractorAt('id'),
  params: byId,
  response: z.union([subscription, noSubscription]),
  errors: ['not_found'],
});

export const endSubscription = endpoint({
  name: 'billing.end-subscription',
  method: 'POST',
  path: '/contractor/{id}/subscription/end',
  summary: 'End the subscription with its paid year or, with `end` false, keep it',
  access: whole,
  owner: contractorAt('id'),
  params: byId,
  body: z.object({ end: z.boolean() }),
  response: outcome,
  errors: ['not_found', 'conflict'],
  idempotent: true,
  limit: { max: 20, seconds: 3600, by: 'account' },
  noStepUp: without.reversible,
});
