import { inArray } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { invalidField } from '../../platform/errors.ts';
import { plans } from '../billing/plans/tables.ts';

/** What these plans are called and who is offered them; one that does not exist is left out. */
export async function plansWithIds(db: Database, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .select({ id: plans.id, name: plans.name, tier: plans.tier, visibility: plans.visibility })
    .from(plans)
    .where(inArray(plans.id, [...ids]));
}

/** Throws a field error for a plan that does not exist, or that nobody new gets. */
export async function requireGivable(db: Database, planId: number, field: string): Promise<void> {
  const [plan] = await plansWithIds(db, [planId]);
  if (plan === undefined) throw invalidField(field, 'This plan does not exist.');
  if (plan.visibility === 'archived')
    throw invalidField(field, 'This plan is archived. Please choose another one.');
}
