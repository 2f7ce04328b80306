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

/** A contractor's state before an unpaid plan change, to restore it if the payment fails. */
export interface ReplacedPlan {
  /** The subscription that ended for it; null if there was none. */
  subscriptionId: number | null;
  planId: number | null;
  paymentStatus: PaymentStatus;
}

export const subscriptionState = pgEnum('subscription_state', subscriptionStates);

/** A contractor's agreed plan: a yearly price, paid in installments, renewed each year. */
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
    /** Off the first year: 10 for a referred friend. */
    discountPercent: smallint('discount_percent').notNull().default(0),
    installments: smallint().notNull(),
    /** The current year of the subscription, from 1, and the number of its billed installments. */
    term: smallint().notNull().default(1),
    installmentsBilled: smallint('installments_billed').notNull().default(0),
    termStart: moment('term_start').notNull(),
    termEnd: moment('term_end').notNull(),
    /** When the next installment is billed; null for none. */
    nextBillingAt: moment('next_billing_at'),
    cancelAtTermEnd: boolean('cancel_at_term_end').notNull().default(false),
    /** The plan that the contractor chose for the next year. */
    nextPlanId: integer('next_plan_id').references(() => plans.id),
    /** Set while a plan change waits for its first payment. */
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
 * Notices to a contractor before a year begins: a changed price, or the upcoming renewal. Kept
 * permanently, because they explain a year's price.
 */
export const renewalNotices = pgTable(
  'renewal_notices',
  {
    contractorId: integer('contractor_id')
      .notNull()
      .references(() => contractors.id),
    subscriptionId: integer('subscription_id').notNull(),
    /**
     * The year of the subscription that it announces, and the notice's number within that year,
     * from 1.
     */
    term: smallint().notNull(),
    number: smallint().notNull(),
    kind: text({ enum: renewalNoticeKinds }).notNull(),
    /** Per year, before and after the change. */
    oldPriceCents: cents('old_price_cents').notNull(),
    newPriceCents: cents('new_price_cents').notNull(),
    /** The number of payments in the e-mail; null in notices from an earlier release. */
    installments: smallint(),
    /** The first day of that year. */
    holdsFrom: moment('holds_from').notNull(),
    announcedAt: moment('told_at').notNull(),
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
