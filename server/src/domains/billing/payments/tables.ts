import {
  attemptKinds,
  attemptStates,
  disputeStates,
  ledgerAccounts,
  ledgerKinds,
  paymentStates,
} from '@lintel/contract/billing/constants';
import type { Reconciliation } from '@lintel/contract/billing/reconcile';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { contractors } from '../../contractors/tables.ts';
import { cards } from '../cards/tables.ts';
import type { Charge, Refund, StoredDispute } from '../gateway/index.ts';
import { cents, moment } from '../columns.ts';
import { subscriptions } from '../subscriptions/tables.ts';

export const paymentState = pgEnum('payment_state', paymentStates);

export const attemptState = pgEnum('attempt_state', attemptStates);

export const attemptKind = pgEnum('attempt_kind', attemptKinds);

/**
 * An amount that a contractor owes for a period of the subscription: one row for any number of
 * attempts.
 */
export const payments = pgTable(
  'payments',
  {
    id: integer().notNull().generatedByDefaultAsIdentity({ startWith: 1000 }),
    /** The invoice number for people. */
    number: text().notNull(),
    contractorId: integer('contractor_id')
      .notNull()
      .references(() => contractors.id),
    subscriptionId: integer('subscription_id').notNull(),
    /** The year and the installment in it; each is billed once. */
    term: smallint().notNull(),
    installment: smallint().notNull(),
    /** Lines that describe its purpose. */
    descriptions: text().array().notNull(),
    amountCents: cents('amount_cents').notNull(),
    refundedCents: cents('refunded_cents').notNull().default(0),
    /** The part lost to disputes. */
    lostCents: cents('lost_cents').notNull().default(0),
    state: paymentState().notNull().default('Upcoming'),
    periodStart: moment('period_start').notNull(),
    periodEnd: moment('period_end').notNull(),
    createdAt: moment('created_at').notNull(),
    paidAt: moment('paid_at'),
    /** The gateway's id of the charge that paid it. */
    chargeId: text('charge_id'),
    failureCode: text('failure_code').notNull().default(''),
    failureMessage: text('failure_message').notNull().default(''),
    /** The number of failed automatic attempts; manual and sign-up attempts don't count. */
    automaticTries: smallint('automatic_tries').notNull().default(0),
    /** When the next automatic attempt is due; null for none. */
    nextTryAt: moment('next_try_at'),
    /** When it stopped being owed. */
    voidedAt: moment('voided_at'),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.id] }),
    foreignKey({
      name: 'payments_subscription',
      columns: [table.contractorId, table.subscriptionId],
      foreignColumns: [subscriptions.contractorId, subscriptions.id],
    }),
    // Staff identify a payment by its id alone.
    index('payments_id').on(table.id),
    uniqueIndex('payments_numbered').on(table.contractorId, table.number),
    uniqueIndex('payments_billed').on(
      table.contractorId,
      table.subscriptionId,
      table.term,
      table.installment,
    ),
    index('payments_created').on(table.contractorId, table.createdAt, table.id),
    index('payments_state').on(table.contractorId, table.state, table.createdAt),
    index('payments_amount').on(table.contractorId, table.amountCents, table.id),
    index('payments_try')
      .on(table.nextTryAt)
      .where(sql`next_try_at is not null`),
    check('payments_refunded', sql`refunded_cents between 0 and amount_cents`),
    check('payments_lost', sql`lost_cents between 0 and amount_cents`),
  ],
);

/**
 * An attempt to charge a payment. The row is committed before the gateway call, so that after a
 * crash the result can be looked up by the idempotency key.
 */
export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    id: integer().notNull().generatedByDefaultAsIdentity({ startWith: 1000 }),
    paymentId: integer('payment_id').notNull(),
    contractorId: integer('contractor_id')
      .notNull()
      .references(() => contractors.id),
    cardId: integer('card_id').notNull(),
    kind: attemptKind().notNull(),
    state: attemptState().notNull().default('started'),
    amountCents: cents('amount_cents').notNull(),
    gateway: text().notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    /** The gateway's id of the charge, once known. */
    intentId: text('intent_id'),
    failureCode: text('failure_code').notNull().default(''),
    failureMessage: text('failure_message').notNull().default(''),
    userId: integer('user_id'),
    startedAt: moment('started_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.id] }),
    foreignKey({
      name: 'payment_attempts_of_payment',
      columns: [table.contractorId, table.paymentId],
      foreignColumns: [payments.contractorId, payments.id],
    }),
    foreignKey({
      name: 'payment_attempts_card',
      columns: [table.contractorId, table.cardId],
      foreignColumns: [cards.contractorId, cards.id],
    }),
    uniqueIndex('payment_attempts_asked').on(table.contractorId, table.idempotencyKey),
    uniqueIndex('payment_attempts_charge').on(table.contractorId, table.intentId),
    // Gateway events have only the gateway's ids, and our key.
    index('payment_attempts_key').on(table.idempotencyKey),
    index('payment_attempts_intent').on(table.intentId),
    index('payment_attempts_at').on(table.contractorId, table.paymentId, table.id),
    uniqueIndex('payment_attempts_running')
      .on(table.contractorId, table.paymentId)
      .where(sql`state in ('started', 'requires_action')`),
  ],
);

/** A refund. Committed before the gateway call, like an attempt. */
export const refunds = pgTable(
  'refunds',
  {
    id: integer().notNull().generatedByDefaultAsIdentity({ startWith: 1000 }),
    paymentId: integer('payment_id').notNull(),
    contractorId: integer('contractor_id')
      .notNull()
      .references(() => contractors.id),
    /**
     * The gateway's id of the refunded charge. It differs from the payment's own when the payment
     * was charged twice.
     */
    chargeId: text('charge_id').notNull().default(''),
    amountCents: cents('amount_cents').notNull(),
    reason: text().notNull(),
    state: attemptState().notNull().default('started'),
    gateway: text().notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    refundId: text('refund_id'),
    failureMessage: text('failure_message').notNull().default(''),
    userId: integer('user_id'),
    startedAt: moment('started_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.id] }),
    foreignKey({
      name: 'refunds_of_payment',
      columns: [table.contractorId, table.paymentId],
      foreignColumns: [payments.contractorId, payments.id],
    }),
    index('refunds_id').on(table.id),
    uniqueIndex('refunds_asked').on(table.contractorId, table.idempotencyKey),
    uniqueIndex('refunds_made').on(table.contractorId, table.refundId),
    // Gateway events have only the gateway's id.
    index('refunds_gateway').on(table.refundId),
    index('refunds_charge').on(table.contractorId, table.chargeId),
    index('refunds_at').on(table.contractorId, table.paymentId, table.id),
  ],
);

export const disputeState = pgEnum('dispute_state', disputeStates);

/** A payment that the cardholder disputes at the bank, as last reported by the gateway. */
export const disputes = pgTable(
  'disputes',
  {
    id: integer().notNull().generatedByDefaultAsIdentity({ startWith: 1000 }),
    contractorId: integer('contractor_id')
      .notNull()
      .references(() => contractors.id),
    paymentId: integer('payment_id').notNull(),
    /**
     * The gateway's id of the charge; it differs from the payment's when that was charged twice.
     */
    chargeId: text('charge_id').notNull(),
    gateway: text().notNull(),
    /** The gateway's id of the dispute. */
    disputeId: text('dispute_id').notNull(),
    state: disputeState().notNull(),
    isInquiry: boolean('is_inquiry').notNull(),
    amountCents: cents('amount_cents').notNull(),
    /** Withdrawn minus returned so far; includes each ledger movement once. */
    withdrawnCents: cents('withdrawn_cents').notNull().default(0),
    /** The gateway's fee, minus returned fees. */
    feeCents: cents('fee_cents').notNull().default(0),
    reason: text().notNull(),
    respondBy: moment('respond_by'),
    openedAt: moment('opened_at').notNull(),
    decidedAt: moment('decided_at'),
    /** When the newest received report was created at the gateway. */
    reportedAt: moment('reported_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.id] }),
    uniqueIndex('disputes_reported').on(table.contractorId, table.gateway, table.disputeId),
    index('disputes_payment').on(table.contractorId, table.paymentId, table.id),
    // Staff list the disputes of all contractors.
    index('disputes_state').on(table.state, table.openedAt),
  ],
);

export const ledgerAccount = pgEnum('ledger_account', ledgerAccounts);

export const ledgerKind = pgEnum('ledger_kind', ledgerKinds);

/**
 * Every money movement, never changed and never deleted (a database trigger rejects both). A
 * balance is the sum of its entries: `subscription` is what the contractor has paid us, `earnings`
 * what we owe the contractor, `fees` what disputes have cost us (negative).
 */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** The cause, such as `charge:stripe:pi_123`; booked once, however often it is reported. */
    source: text().notNull(),
    contractorId: integer('contractor_id')
      .notNull()
      .references(() => contractors.id),
    account: ledgerAccount().notNull(),
    kind: ledgerKind().notNull(),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    /** The gateway's or bank's id of the movement, if it has one. */
    reference: text().notNull().default(''),
    happenedAt: timestamp('happened_at', { withTimezone: true }).notNull(),
    bookedAt: timestamp('booked_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.id] }),
    uniqueIndex('ledger_entries_booked').on(table.contractorId, table.source),
    index('ledger_entries_contractor').on(table.contractorId, table.account, table.id),
    index('ledger_entries_reference').on(table.reference),
  ],
);

/** Its time is stored as text. */
type Timed<Thing extends { createdAt: Date }> = Omit<Thing, 'createdAt'> & {
  createdAt: Date | string;
};

/** The part of an event that booking needs: ids, amounts, codes. */
interface EventContent {
  charge?: Timed<Charge>;
  refund?: Timed<Refund>;
  dispute?: StoredDispute;
  customerId?: string;
  cardId?: string;
  name?: string;
}

/** The gateway's events, each stored once; `processedAt` is null until it is booked. */
export const gatewayEvents = pgTable(
  'gateway_events',
  {
    id: text().primaryKey(),
    gateway: text().notNull(),
    type: text().notNull(),
    content: jsonb().$type<EventContent>().notNull(),
    happenedAt: moment('happened_at').notNull(),
    receivedAt: moment('received_at').notNull(),
    processedAt: moment('processed_at'),
    problem: text().notNull().default(''),
  },
  (table) => [
    index('gateway_events_open')
      .on(table.receivedAt)
      .where(sql`processed_at is null`),
  ],
);

/** Each reconciliation of the ledger with the gateway, scheduled or by staff. */
export const reconciliations = pgTable('reconciliations', {
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  startedAt: moment('started_at').notNull(),
  endedAt: moment('ended_at'),
  userId: integer('user_id'),
  checked: integer().notNull().default(0),
  differences: jsonb().$type<Reconciliation['differences']>().notNull().default([]),
  problem: text().notNull().default(''),
});
