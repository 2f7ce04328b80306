import { planVisibilities } from '@lintel/contract/billing/plans-constants';
import { opportunities, paymentStatuses, tiers } from '@lintel/contract/billing/tiers';
import { bigint, integer, pgEnum, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';

export const tier = pgEnum('tier', tiers);

export const opportunity = pgEnum('opportunity', opportunities);

export const paymentStatus = pgEnum('payment_status', paymentStatuses);

export const plans = pgTable('plans', {
  id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 100 }),
  name: text().notNull(),
  tier: tier().notNull(),
  /** Up to 99,999,999.99 dollars, which exceeds an integer. */
  priceCents: bigint('price_cents', { mode: 'number' }).notNull(),
  /** The price's id at the payment gateway, and that of its associated price. */
  stripeId: text('stripe_id').notNull(),
  associatedStripeId: text('associated_stripe_id').notNull().default(''),
  /** The number of installments of the price. */
  installmentIntervalsCount: smallint('installment_intervals_count').notNull().default(1),
  opportunities: opportunity().array().notNull().default([]),
  /** Bullet lines. */
  description: text().array().notNull().default([]),
  /**
   * Who can get it: everyone who signs up, only contractors assigned by staff, or no new
   * contractor.
   */
  visibility: text({ enum: planVisibilities }).notNull().default('hidden'),
  version: integer().notNull().default(1),
});

/**
 * The roles that a plan grants to the contractor's owner. `roleId` is a role of the identity
 * domain.
 */
export const planRoles = pgTable(
  'plan_roles',
  {
    planId: integer('plan_id')
      .notNull()
      .references(() => plans.id),
    roleId: integer('role_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.planId, table.roleId] })],
);
