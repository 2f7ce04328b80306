import { and, asc, eq, ne } from 'drizzle-orm';
import { referralTerms } from '@lintel/contract/commissions/constants';
import type { FirstYear, SignUpPlan } from '@lintel/contract/billing/sign-up';
import type { Database } from '../../platform/db/connect.ts';
import { toDollars } from '../../platform/money.ts';
import { amountOf, discounted, dueAt } from './schedule.ts';
import { plans } from './tables.ts';

export type PlanRow = typeof plans.$inferSelect;

/**
 * The plans of the tier Test are for trying things out, not for contractors, whatever else is said
 * of them.
 */
const isPublic = and(eq(plans.visibility, 'public'), ne(plans.tier, 'Test'));

/** What a contractor can sign up for, cheapest first. */
export const selectPublicPlans = (db: Database): Promise<PlanRow[]> =>
  db.select().from(plans).where(isPublic).orderBy(asc(plans.priceCents), asc(plans.id));

/** A plan that a contractor can sign up for; undefined for any other. */
export async function findPublicPlan(db: Database, planId: number): Promise<PlanRow | undefined> {
  const [row] = await db
    .select()
    .from(plans)
    .where(and(eq(plans.id, planId), isPublic));
  return row;
}

/** A plan as it is offered at `now`. */
export const presentOffer = (plan: PlanRow, now: Date): SignUpPlan => ({
  id: plan.id,
  name: plan.name,
  tier: plan.tier,
  price: toDollars(plan.priceCents),
  description: plan.description,
  firstYear: firstYearOf(plan, 0, now),
  referred: firstYearOf(plan, referralTerms.friendDiscount, now),
});

/** What the first year costs and when, if it begins at `now`. */
function firstYearOf(
  { priceCents, installmentIntervalsCount: installments }: PlanRow,
  percent: number,
  now: Date,
): FirstYear {
  const total = discounted(priceCents, percent);
  const later = {
    payments: installments - 1,
    amount: toDollars(amountOf(total, installments, installments)),
    firstOn: dueAt({ startedAt: now, term: 1, installments }, 2).toISOString(),
  };
  return {
    total: toDollars(total),
    today: toDollars(amountOf(total, installments, 1)),
    later: installments === 1 || total === 0 ? null : later,
  };
}
