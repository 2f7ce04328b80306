import { and, asc, eq, inArray, ne, or, sql } from 'drizzle-orm';
import type { PlanChoice } from '@lintel/contract/contractors/edit';
import type { Database } from '../../platform/db/connect.ts';
import { invalidField } from '../../platform/errors.ts';
import { plans } from '../billing/plans/tables.ts';
import { containing } from '../../platform/db/folded.ts';
import { contractors } from './tables.ts';

/** Names and availability of these plans, without unknown ones. */
export async function plansWithIds(db: Database, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .select({ id: plans.id, name: plans.name, tier: plans.tier, visibility: plans.visibility })
    .from(plans)
    .where(inArray(plans.id, [...ids]));
}

/** Throws a field error for an unknown plan, or one closed to new contractors. */
export async function requireGivable(db: Database, planId: number, field: string): Promise<void> {
  const [plan] = await plansWithIds(db, [planId]);
  if (plan === undefined) throw invalidField(field, 'This plan does not exist.');
  if (plan.visibility === 'archived')
    throw invalidField(field, 'This plan is archived. Please choose another one.');
}

/** How many contractors a plan search matches at most. */
const foundAtMost = 50;

/**
 * All plans that can be assigned, by name, or those of the contractors that match a company name or
 * an id.
 */
export async function planChoices(db: Database, searchText: string): Promise<PlanChoice[]> {
  const plan = { id: plans.id, name: plans.name, tier: plans.tier };
  const isGivable = ne(plans.visibility, 'archived');
  if (searchText === '') {
    const all = await db
      .select(plan)
      .from(plans)
      .where(isGivable)
      .orderBy(sql`lower(${plans.name})`, asc(plans.id));
    return all.map((one) => ({ ...one, contractor: null }));
  }
  const isId = /^[1-9]\d{0,8}$/.test(searchText);
  // The first condition uses the grid search's trigram index, the second narrows it to the
  // company's name.
  const named = and(
    sql`fold_search(company_name || ' ' || first_name || ' ' || last_name || ' ' || ${contractors.email} || ' ' || phone) like ${containing(searchText)}`,
    sql`fold_search(company_name) like ${containing(searchText)}`,
  );
  return db
    .select({ ...plan, contractor: { id: contractors.id, companyName: contractors.companyName } })
    .from(contractors)
    .innerJoin(plans, eq(plans.id, contractors.planId))
    .where(and(isGivable, isId ? or(named, eq(contractors.id, Number(searchText))) : named))
    .orderBy(sql`lower(company_name)`, asc(contractors.id))
    .limit(foundAtMost);
}
