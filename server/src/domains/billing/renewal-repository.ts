import { and, asc, count, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { contractors } from '../contractors/tables.ts';
import { renewalNotices, subscriptions } from './payment-tables.ts';
import type { SubscriptionRow } from './subscription-repository.ts';

export type RenewalNotice = typeof renewalNotices.$inferSelect;

/**
 * Up to `limit` subscriptions after `afterId` that are renewed by themselves after `from` and by
 * `until`.
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
        inArray(subscriptions.state, ['active', 'past_due']),
        eq(subscriptions.cancelAtTermEnd, false),
        gt(subscriptions.termEnd, from),
        lte(subscriptions.termEnd, until),
        gt(subscriptions.id, afterId),
      ),
    )
    .orderBy(asc(subscriptions.id))
    .limit(limit);

/** What the contractor was told of the subscription's next year, the newest first. */
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

const at = (value: string | null): Date | null => (value === null ? null : new Date(value));

/**
 * How many contractors pay a plan, or go on with it after their year; when the next of their years
 * begins; and the first and the last of the years that begin after `tellable`.
 */
export async function readPlanYears(db: Database, planId: number, tellable: Date) {
  const { termEnd, cancelAtTermEnd } = subscriptions;
  // Who cannot be told in time any more for the next year pays the higher price a year later.
  const raised = sql`case when ${termEnd} > ${tellable.toISOString()}::timestamptz then ${termEnd} else ${termEnd} + interval '1 year' end`;
  const goesOn = sql`filter (where not ${cancelAtTermEnd})`;
  const [row] = await db
    .select({
      contractors: count(),
      nextFrom: sql<string | null>`min(${termEnd}) ${goesOn}`.mapWith(at),
      raisedFrom: sql<string | null>`min(${raised}) ${goesOn}`.mapWith(at),
      raisedUntil: sql<string | null>`max(${raised}) ${goesOn}`.mapWith(at),
    })
    .from(subscriptions)
    .innerJoin(contractors, eq(contractors.id, subscriptions.contractorId))
    .where(
      and(
        inArray(subscriptions.state, ['active', 'past_due', 'unpaid']),
        sql`coalesce(${contractors.planId}, ${subscriptions.planId}) = ${planId}`,
      ),
    );
  return row ?? { contractors: 0, nextFrom: null, raisedFrom: null, raisedUntil: null };
}
