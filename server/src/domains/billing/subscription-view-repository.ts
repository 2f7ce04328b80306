import { and, eq, ne } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { subscriptions } from './payment-tables.ts';
import { plans } from './tables.ts';

/** The contractor's subscription that has not ended, with its plan as it is now. */
export async function findSubscriptionWithPlan(db: Database, contractorId: number) {
  const [row] = await db
    .select({ subscription: subscriptions, plan: plans })
    .from(subscriptions)
    .innerJoin(plans, eq(plans.id, subscriptions.planId))
    .where(and(eq(subscriptions.contractorId, contractorId), ne(subscriptions.state, 'canceled')));
  return row;
}
export type SubscriptionWithPlan = NonNullable<Awaited<ReturnType<typeof findSubscriptionWithPlan>>>;
