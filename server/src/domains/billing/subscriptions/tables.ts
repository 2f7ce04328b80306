import { renewalNoticeKinds, subscriptionStates } from '@lintel/contract/billing/constants';
import type { PaymentStatus } from '@lintel/contract/billing/tiers';
import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { contractors } from '../../contractors/tables.ts';
import { cents, moment } from '../columns.ts';
import { plans } from '../plans/tables.ts';

/** What a contractor had before an unpaid change of plan, to restore it if the payment fails. */
export interface ReplacedPlan {
  /** The subscription that ended for it; null when there was none. */
  subscriptionId: number | null;
  planId: number | null;
  paymentStatus: PaymentStatus;
}

export const subscriptionState = pgEnum('subscription_state', subscriptionStates);

/**
 * A contractor's plan as it was agreed: a price for a year, paid in installments, renewed each
 * year.
 */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: integer().notNull().generatedByDefaultAsIdentity({ startWith: 100 }),
    contractorId: integer('contractor_id')
      .notNull()
      .references(() => contractors.id),
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
    /** The plan that the contractor chose for the next year. */
    nextPlanId: integer('next_plan_id').references(() => plans.id),
    /** Set while a change of plan waits for its first payment. */
    replaces: jsonb().$type<ReplacedPlan>(),
    startedAt: moment('started_at').notNull(),
    canceledAt: moment('canceled_at'),
    version: integer().notNull().default(1),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.id] }),
    uniqueIndex('subscriptions_current')
      .on(table.contractorId)
      .where(sql`state <> 'canceled'`),
    index('subscriptions_due')
      .on(table.nextBillingAt)
      .where(sql`next_billing_at is not null and state in ('active', 'past_due')`),
  ],
);

/**
 * What a contractor was told about a year before it began: that its price changes, or that it is
 * about to begin. Kept for good: it says why a year costs what it costs.
 */
export const renewalNotices = pgTable(
  'renewal_notices',
  {
    contractorId: integer('contractor_id')
      .notNull()
      .references(() => contractors.id),
    subscriptionId: integer('subscription_id').notNull(),
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
    foreignKey({
      name: 'renewal_notices_subscription',
      columns: [table.contractorId, table.subscriptionId],
      foreignColumns: [subscriptions.contractorId, subscriptions.id],
    }),
  ],
);
