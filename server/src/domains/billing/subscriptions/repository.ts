import { and, asc, desc, eq, gt, inArray, lte, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { acrossContractors } from '../../../platform/db/across-contractors.ts';
import type { Database } from '../../../platform/db/connect.ts';
import type { RowKey } from '../../../platform/db/queries.ts';
import { contractors } from '../../contractors/tables.ts';
import { payments } from '../payments/tables.ts';
import { plans } from '../plans/tables.ts';
import { renewalNotices, subscriptions } from './tables.ts';

export type SubscriptionRow = typeof subscriptions.$inferSelect;

type SubscriptionValues = typeof subscriptions.$inferInsert;

/** The contractor's subscription that hasn't ended. */
export async function findSubscription(
  db: Database,
  contractorId: number,
): Promise<SubscriptionRow | undefined> {
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.contractorId, contractorId), ne(subscriptions.state, 'canceled')));
  return row;
}

/** The contractor's newest subscription, ended or not. */
export async function findLatestSubscription(
  db: Database,
  contractorId: number,
): Promise<SubscriptionRow | undefined> {
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.contractorId, contractorId))
    .orderBy(desc(subscriptions.id))
    .limit(1);
  return row;
}

const isSubscription = ({ contractorId, id }: RowKey) =>
  and(eq(subscriptions.contractorId, contractorId), eq(subscriptions.id, id));

export async function readSubscription(
  db: Database,
  subscription: RowKey,
): Promise<SubscriptionRow> {
  const [row] = await db.select().from(subscriptions).where(isSubscription(subscription));
  if (row === undefined) throw new Error(`No subscription ${subscription.id}`);
  return row;
}

export async function insertSubscription(
  db: Database,
  values: SubscriptionValues,
): Promise<SubscriptionRow> {
  const [row] = await db.insert(subscriptions).values(values).returning();
  if (row === undefined) throw new Error('The subscription was not inserted');
  return row;
}

/** Changes a subscription whose contractor is locked. */
export async function updateSubscription(
  db: Database,
  { contractorId, id, version }: SubscriptionRow,
  values: Partial<SubscriptionValues>,
): Promise<SubscriptionRow> {
  const [row] = await db
    .update(subscriptions)
    .set({ ...values, version: version + 1 })
    .where(isSubscription({ contractorId, id }))
    .returning();
  if (row === undefined) throw new Error(`No subscription ${id}`);
  return row;
}

const byTheClock = acrossContractors('The clock bills and renews for every contractor.');

/** Whether the next installment of this year already has its row. */
const isAnnounced = sql`exists (select 1 from ${payments} where ${payments.contractorId} = ${subscriptions.contractorId} and ${payments.subscriptionId} = ${subscriptions.id}
  and ${payments.term} = ${subscriptions.term} and ${payments.installment} = ${subscriptions.installmentsBilled} + 1)`;

/**
 * Up to `limit` subscriptions after `afterId` with something to bill by `now`, or an installment to
 * announce that is due by `announceUntil`. A year's first installment isn't announced, because its
 * price is set when it is due.
 */
export const selectDue = (
  db: Database,
  {
    now,
    announceUntil,
    afterId,
    limit,
  }: { now: Date; announceUntil: Date; afterId: number; limit: number },
): Promise<{ id: number; contractorId: number }[]> => {
  const isNear = sql`${subscriptions.nextBillingAt} <= ${announceUntil.toISOString()}::timestamptz`;
  const isDue = sql`${subscriptions.nextBillingAt} <= ${now.toISOString()}::timestamptz`;
  const isWithinYear = sql`${subscriptions.installmentsBilled} between 1 and ${subscriptions.installments} - 1`;
  return db
    .select({ id: subscriptions.id, contractorId: subscriptions.contractorId })
    .from(subscriptions)
    .where(
      and(
        byTheClock,
        sql`${subscriptions.nextBillingAt} is not null and ${subscriptions.state} in ('active', 'past_due')`,
        isNear,
        sql`(${isDue} or (${isWithinYear} and not ${isAnnounced}))`,
        gt(subscriptions.id, afterId),
      ),
    )
    .orderBy(asc(subscriptions.id))
    .limit(limit);
};

/**
 * Up to `limit` subscriptions after `afterId` that were scheduled to end with a year that is over,
 * and that the clock no longer bills.
 */
export const selectEnding = (
  db: Database,
  { now, afterId, limit }: { now: Date; afterId: number; limit: number },
): Promise<{ id: number; contractorId: number }[]> =>
  db
    .select({ id: subscriptions.id, contractorId: subscriptions.contractorId })
    .from(subscriptions)
    .where(
      and(
        byTheClock,
        eq(subscriptions.cancelAtTermEnd, true),
        inArray(subscriptions.state, ['pending', 'unpaid']),
        lte(subscriptions.termEnd, now),
        gt(subscriptions.id, afterId),
      ),
    )
    .orderBy(asc(subscriptions.id))
    .limit(limit);

const nextPlans = alias(plans, 'next_plans');

/**
 * The contractor's subscription that hasn't ended, with its plan and the plan of its next year,
 * which differs when the contractor chose it or staff changed the contractor's plan.
 */
export async function findSubscriptionWithPlan(db: Database, contractorId: number) {
  const subscription = await findSubscription(db, contractorId);
  if (subscription === undefined) return undefined;
  const [row] = await db
    .select({ plan: plans, nextPlan: nextPlans })
    .from(contractors)
    .innerJoin(plans, eq(plans.id, subscription.planId))
    .innerJoin(
      nextPlans,
      sql`${nextPlans.id} = coalesce(${subscription.nextPlanId}::integer, ${contractors.planId}, ${plans.id})`,
    )
    .where(eq(contractors.id, contractorId));
  return row && { subscription, ...row };
}

export type SubscriptionWithPlan = NonNullable<
  Awaited<ReturnType<typeof findSubscriptionWithPlan>>
>;

export type RenewalNotice = typeof renewalNotices.$inferSelect;

/**
 * Up to `limit` subscriptions after `afterId` that renew automatically after `from` and by `until`.
 */
export const selectRenewing = (
  db: Database,
  { from, until, afterId, limit }: { from: Date; until: Date; afterId: number; limit: number },
): Promise<{ id: number; contractorId: number }[]> =>
  db
    .select({ id: subscriptions.id, contractorId: subscriptions.contractorId })
    .from(subscriptions)
    .where(
      and(
        byTheClock,
        inArray(subscriptions.state, ['active', 'past_due']),
        eq(subscriptions.cancelAtTermEnd, false),
        gt(subscriptions.termEnd, from),
        lte(subscriptions.termEnd, until),
        gt(subscriptions.id, afterId),
      ),
    )
    .orderBy(asc(subscriptions.id))
    .limit(limit);

/** The notices sent about the subscription's next year, newest first. */
export const selectNotices = (
  db: Database,
  { id, contractorId, term }: SubscriptionRow,
): Promise<RenewalNotice[]> =>
  db
    .select()
    .from(renewalNotices)
    .where(
      and(
        eq(renewalNotices.contractorId, contractorId),
        eq(renewalNotices.subscriptionId, id),
        eq(renewalNotices.term, term + 1),
      ),
    )
    .orderBy(desc(renewalNotices.number));

export async function insertNotice(tx: Database, notice: RenewalNotice): Promise<void> {
  await tx.insert(renewalNotices).values(notice);
}

/** All subscriptions of a contractor with the names of their plans, earliest first. */
export async function allSubscriptions(db: Database, contractorId: number) {
  const rows = await db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.contractorId, contractorId))
    .orderBy(asc(subscriptions.id));
  const ids = rows.map(({ planId }) => planId);
  const named = ids.length === 0 ? [] : await db.select().from(plans).where(inArray(plans.id, ids));
  return rows.map((subscription) => ({
    subscription,
    planName: named.find(({ id }) => id === subscription.planId)?.name ?? '',
  }));
}
export type OwnSubscription = Awaited<ReturnType<typeof allSubscriptions>>[number];
