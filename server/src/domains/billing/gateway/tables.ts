import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';

/**
 * The sandbox gateway's tables: data that a real gateway keeps on its own servers. Billing never
 * reads these tables; it calls the gateway. They hold no card numbers: a card is stored as the
 * behavior of its published test number.
 */
const moment = (name: string) => timestamp(name, { withTimezone: true });

export const sandboxCustomers = pgTable('sandbox_customers', {
  id: text().primaryKey(),
  name: text().notNull(),
  email: text().notNull(),
  reference: text().notNull(),
  /** The provider deleted the customer: nothing can be charged any more. */
  deletedAt: moment('deleted_at'),
});

/**
 * The first answers of all calls with a key; `answer` is empty while the call's transaction is
 * open.
 */
export const sandboxAnswers = pgTable('sandbox_answers', {
  key: text().primaryKey(),
  /** SHA-256 of the call, without number and CVC. */
  requestHash: text('request_hash').notNull(),
  answer: jsonb().$type<unknown>(),
});

export const sandboxCards = pgTable('sandbox_cards', {
  id: text().primaryKey(),
  customerId: text('customer_id').notNull(),
  brand: text().notNull(),
  last4: text().notNull(),
  expireMonth: integer('expire_month').notNull(),
  expireYear: integer('expire_year').notNull(),
  /**
   * The effect of charging it: `succeeds`, `declines`, `authenticates_once`,
   * `authenticates_always`, or `disputed`.
   */
  behavior: text().notNull(),
  detachedAt: moment('detached_at'),
});

export const sandboxIntents = pgTable(
  'sandbox_intents',
  {
    id: text().primaryKey(),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    customerId: text('customer_id').notNull(),
    cardId: text('card_id').notNull(),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    status: text({ enum: ['requires_action', 'succeeded', 'failed'] }).notNull(),
    failureCode: text('failure_code').notNull().default(''),
    failureMessage: text('failure_message').notNull().default(''),
    refundedCents: bigint('refunded_cents', { mode: 'number' }).notNull().default(0),
    returnUrl: text('return_url').notNull().default(''),
    metadata: jsonb().$type<Record<string, string>>().notNull().default({}),
    offSession: boolean('off_session').notNull().default(false),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('sandbox_intents_created').on(table.createdAt, table.id)],
);

export const sandboxRefunds = pgTable('sandbox_refunds', {
  id: text().primaryKey(),
  idempotencyKey: text('idempotency_key').notNull().unique(),
  intentId: text('intent_id').notNull(),
  amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
  createdAt: moment('created_at').notNull(),
});

export const sandboxDisputes = pgTable(
  'sandbox_disputes',
  {
    id: text().primaryKey(),
    intentId: text('intent_id').notNull(),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    feeCents: bigint('fee_cents', { mode: 'number' }).notNull(),
    state: text({ enum: ['open', 'won', 'lost'] }).notNull(),
    createdAt: moment('created_at').notNull(),
    decidedAt: moment('decided_at'),
  },
  (table) => [
    index('sandbox_disputes_created').on(table.createdAt),
    index('sandbox_disputes_decided').on(table.decidedAt),
  ],
);
