import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import {
  attemptKinds,
  attemptStates,
  paymentStates,
  renewalNoticeKinds,
  subscriptionStates,
} from '@lintel/contract/billing/constants';
import { contractors } from '../contractors/tables.ts';
import { plans } from './tables.ts';

export const paymentState = pgEnum('payment_state', paymentStates);
export const subscriptionState = pgEnum('subscription_state', subscriptionStates);
export const attemptState = pgEnum('attempt_state', attemptStates);
export const attemptKind = pgEnum('attempt_kind', attemptKinds);

const cents = (name: string) => bigint(name, { mode: 'number' });
const moment = (name: string) => timestamp(name, { withTimezone: true });
const contractorId = () =>
  integer('contractor_id')
    .notNull()
    .references(() => contractors.id);

/** A contractor as the payment gateway knows it. */
export const gatewayCustomers = pgTable('gateway_customers', {
  contractorId: contractorId().primaryKey(),
  gateway: text().notNull(),
  customerId: text('customer_id').notNull().unique(),
});

/** What may be kept of a card: never its number or its CVC. The current one has no `replacedAt`. */
export const cards = pgTable(
  'cards',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 100 }),
    contractorId: contractorId(),
    gateway: text().notNull(),
    /** The gateway's name of the card. */
    paymentMethodId: text('payment_method_id').notNull().unique(),
    brand: text().notNull(),
    last4: text().notNull(),
    cardholderName: text('cardholder_name').notNull(),
    zipCode: text('zip_code').notNull(),
    expireMonth: smallint('expire_month').notNull(),
    /** Four digits. */
    expireYear: smallint('expire_year').notNull(),
    addedAt: moment('added_at').notNull(),
    replacedAt: moment('replaced_at'),
  },
  (table) => [
    uniqueIndex('cards_current')
      .on(table.contractorId)
      .where(sql`replaced_at is null`),
    index('cards_expiry')
      .on(table.expireYear, table.expireMonth)
      .where(sql`replaced_at is null`),
  ],
);

/**
 * A contractor's plan as it was agreed: a price for a year, paid in installments, renewed each
 * year.
 */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 100 }),
    contractorId: contractorId(),
    planId: integer('plan_id')
      .notNull()
      .references(() => plans.id),
    state: subscriptionState().notNull().default('pending'),
    /** Of the whole year, before the discount. */
    priceCents: cents('price_cents').notNull(),
    /** Taken off the first year: 10 for a referred friend. */
    discountPercent: smallint('discount_percent').notNull().default(0),
    installments: smallint().notNull(),
    /**
     * Which year of the subscription it is, from 1, and how many of its installments have been
     * billed.
     */
    term: smallint().notNull().default(1),
    installmentsBilled: smallint('installments_billed').notNull().default(0),
    termStart: moment('term_start').notNull(),
    termEnd: moment('term_end').notNull(),
    /** When the next installment is billed; null when nothing more is. */
    nextBillingAt: moment('next_billing_at'),
    cancelAtTermEnd: boolean('cancel_at_term_end').notNull().default(false),
    startedAt: moment('started_at').notNull(),
    canceledAt: moment('canceled_at'),
    version: integer().notNull().default(1),
  },
  (table) => [
    uniqueIndex('subscriptions_current')
      .on(table.contractorId)
      .where(sql`state <> 'canceled'`),
    index('subscriptions_due')
      .on(table.nextBillingAt)
      .where(sql`next_billing_at is not null and state in ('active', 'past_due')`),
  ],
);

/**
 * What a contractor was told of a year before it begins: that its price is another one, or that it
 * is about to begin. Kept for good: it says why a year costs what it costs.
 */
export const renewalNotices = pgTable(
  'renewal_notices',
  {
    contractorId: contractorId(),
    subscriptionId: integer('subscription_id')
      .notNull()
      .references(() => subscriptions.id),
    /** Which year of the subscription it is about, and which notice of that year it is, from 1. */
    term: smallint().notNull(),
    number: smallint().notNull(),
    kind: text({ enum: renewalNoticeKinds }).notNull(),
    /** Of a year, before the change and after it. */
    oldPriceCents: cents('old_price_cents').notNull(),
    newPriceCents: cents('new_price_cents').notNull(),
    /** In how many payments, as the e-mail says; null in notices of an earlier release. */
    installments: smallint(),
    /** The first day of that year. */
    holdsFrom: moment('holds_from').notNull(),
    toldAt: moment('told_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.subscriptionId, table.term, table.number] }),
  ],
);

/**
 * An amount that a contractor owes for a time of the subscription: one row however often it is
 * tried.
 */
export const payments = pgTable(
  'payments',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 1000 }),
    /** The invoice number that people read. */
    number: text().notNull().unique(),
    contractorId: contractorId(),
    subscriptionId: integer('subscription_id')
      .notNull()
      .references(() => subscriptions.id),
    /** Which installment of which year: each is billed once. */
    term: smallint().notNull(),
    installment: smallint().notNull(),
    /** Lines that say what it is for. */
    descriptions: text().array().notNull(),
    amountCents: cents('amount_cents').notNull(),
    refundedCents: cents('refunded_cents').notNull().default(0),
    state: paymentState().notNull().default('Upcoming'),
    periodStart: moment('period_start').notNull(),
    periodEnd: moment('period_end').notNull(),
    createdAt: moment('created_at').notNull(),
    paidAt: moment('paid_at'),
    /** The gateway's name of the charge that paid it. */
    chargeId: text('charge_id'),
    failureCode: text('failure_code').notNull().default(''),
    failureMessage: text('failure_message').notNull().default(''),
    /** How many automatic tries have failed; manual ones and the sign-up's do not count. */
    automaticTries: smallint('automatic_tries').notNull().default(0),
    /** When the clock tries again; null when it does not. */
    nextTryAt: moment('next_try_at'),
    /** Nobody has to pay it any more. */
    voidedAt: moment('voided_at'),
  },
  (table) => [
    uniqueIndex('payments_installment').on(table.subscriptionId, table.term, table.installment),
    index('payments_created').on(table.contractorId, table.createdAt, table.id),
    index('payments_state').on(table.contractorId, table.state, table.createdAt),
    index('payments_amount').on(table.contractorId, table.amountCents, table.id),
    index('payments_try')
      .on(table.nextTryAt)
      .where(sql`next_try_at is not null`),
    check('payments_refunded', sql`refunded_cents between 0 and amount_cents`),
  ],
);

/**
 * One try to take the money. The row is committed before the gateway is asked, so that after a
 * crash the gateway can be asked what became of it by the idempotency key.
 */
export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 1000 }),
    paymentId: integer('payment_id')
      .notNull()
      .references(() => payments.id),
    contractorId: contractorId(),
    cardId: integer('card_id')
      .notNull()
      .references(() => cards.id),
    kind: attemptKind().notNull(),
    state: attemptState().notNull().default('started'),
    amountCents: cents('amount_cents').notNull(),
    gateway: text().notNull(),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    /** The gateway's name of the charge, once it is known. */
    intentId: text('intent_id').unique(),
    failureCode: text('failure_code').notNull().default(''),
    failureMessage: text('failure_message').notNull().default(''),
    userId: integer('user_id'),
    startedAt: moment('started_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    index('payment_attempts_payment').on(table.paymentId, table.id),
    uniqueIndex('payment_attempts_open')
      .on(table.paymentId)
      .where(sql`state in ('started', 'requires_action')`),
  ],
);

/** Money given back. Committed before the gateway is asked, like an attempt. */
export const refunds = pgTable(
  'refunds',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 1000 }),
    paymentId: integer('payment_id')
      .notNull()
      .references(() => payments.id),
    contractorId: contractorId(),
    /**
     * The gateway's name of the charge that is given back: another than the payment's own when that
     * was paid twice.
     */
    chargeId: text('charge_id').notNull().default(''),
    amountCents: cents('amount_cents').notNull(),
    reason: text().notNull(),
    state: attemptState().notNull().default('started'),
    gateway: text().notNull(),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    refundId: text('refund_id').unique(),
    failureMessage: text('failure_message').notNull().default(''),
    userId: integer('user_id'),
    startedAt: moment('started_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [index('refunds_payment').on(table.paymentId, table.id)],
);

/**
 * A claim of the refund that the service agreement promises when applications bring no loan
 * options.
 */
export const guaranteeClaims = pgTable(
  'guarantee_claims',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 100 }),
    contractorId: contractorId(),
    state: text({ enum: ['open', 'approved', 'declined'] })
      .notNull()
      .default('open'),
    windowStart: moment('window_start').notNull(),
    windowEnd: moment('window_end').notNull(),
    applicationIds: bigint('application_ids', { mode: 'number' }).array().notNull(),
    openedBy: integer('opened_by').notNull(),
    openedAt: moment('opened_at').notNull(),
    decidedBy: integer('decided_by'),
    decidedAt: moment('decided_at'),
    note: text().notNull().default(''),
    refundId: integer('refund_id').references(() => refunds.id),
  },
  (table) => [
    uniqueIndex('guarantee_claims_open')
      .on(table.contractorId)
      .where(sql`state = 'open'`),
    index('guarantee_claims_state').on(table.state, table.openedAt),
  ],
);
