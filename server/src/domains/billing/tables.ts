import { integer, pgEnum, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { opportunities, paymentStatuses, tiers } from '@lintel/contract/billing';

export const tier = pgEnum('tier', tiers);
export const opportunity = pgEnum('opportunity', opportunities);
export const paymentStatus = pgEnum('payment_status', paymentStatuses);

export const plans = pgTable('plans', {
  id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 100 }),
  name: text().notNull(),
  tier: tier().notNull(),
  priceCents: integer('price_cents').notNull(),
  opportunities: opportunity().array().notNull().default([]),
  /** Bullet lines. */
  description: text().array().notNull().default([]),
});

/** The roles that a plan gives the contractor's owner. `roleId` is a role of the identity domain. */
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
