import { and, eq, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../platform/db/connect.ts';
import { contractors } from '../contractors/tables.ts';
import { subscriptions } from './payment-tables.ts';
import { plans } from './tables.ts';

const nextPlans = alias(plans, 'next_plans');

/**
 * The contractor's subscription that has not ended, with its plan as it is now and the one that it
 * goes on with: another one where staff have moved the contractor meanwhile.
 */
export async function findSubscriptionWithPlan(db: Database, contractorId: number) {
  const [row] = await db
    .select({ subscription: subscriptions, plan: plans, nextPlan: nextPlans })
    .from(subscriptions)
    .innerJoin(plans, eq(plans.id, subscriptions.planId))
    .innerJoin(contractors, eq(contractors.id, subscriptions.contractorId))
    .innerJoin(
      nextPlans,
      sql`${nextPlans.id} = coalesce(${contractors.planId}, ${subscriptions.planId})`,
    )
    .where(and(eq(subscriptions.contractorId, contractorId), ne(subscriptions.state, 'canceled')));
  return row;
}
export type SubscriptionWithPlan = NonNullable<
  Awaited<ReturnType<typeof findSubscriptionWithPlan>>
>;
