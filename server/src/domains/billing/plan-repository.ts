import { asc, count, desc, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import type { PlanOrder } from '@lintel/contract/billing/plans-constants';
import type { Database } from '../../platform/db/connect.ts';
import { containing } from '../../platform/db/queries.ts';
import { planRoles, plans } from './tables.ts';

export type PlanRow = typeof plans.$inferSelect;
export type PlanValues = Omit<PlanRow, 'id' | 'version'>;

/** A plan and the roles that it gives, by their id. */
export interface StoredPlan {
  plan: PlanRow;
  roleIds: number[];
}

export interface PlanQuery {
  page: number;
  limit: number;
  order: { field: PlanOrder; descending: boolean };
  searchText: string;
}

const orderColumns: Record<PlanOrder, SQL> = {
  id: sql`${plans.id}`,
  name: sql`lower(${plans.name})`,
  tier: sql`${plans.tier}::text`,
  price: sql`${plans.priceCents}`,
  installmentIntervalsCount: sql`${plans.installmentIntervalsCount}`,
  stripeId: sql`lower(${plans.stripeId})`,
};

/**
 * A page of the plans whose name, tier or Stripe ids hold `searchText`, and how many there are in
 * all.
 */
export async function selectPlans(
  db: Database,
  query: PlanQuery,
): Promise<{ rows: StoredPlan[]; total: number }> {
  const searched = [plans.name, plans.stripeId, plans.associatedStripeId, sql`${plans.tier}::text`];
  const where =
    query.searchText === ''
      ? undefined
      : or(...searched.map((column) => sql`lower(${column}) like ${containing(query.searchText)}`));
  const direction = query.order.descending ? desc : asc;
  const rows = await db
    .select()
    .from(plans)
    .where(where)
    .orderBy(direction(orderColumns[query.order.field]), direction(plans.id))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit);
  const [all] = await db.select({ total: count() }).from(plans).where(where);
  return { rows: await withRoles(db, rows), total: all?.total ?? 0 };
}

async function withRoles(db: Database, rows: PlanRow[]): Promise<StoredPlan[]> {
  const ids = rows.map(({ id }) => id);
  const held = await db
    .select()
    .from(planRoles)
    .where(inArray(planRoles.planId, ids))
    .orderBy(asc(planRoles.roleId));
  return rows.map((plan) => ({
    plan,
    roleIds: held.filter(({ planId }) => planId === plan.id).map(({ roleId }) => roleId),
  }));
}

export async function hasPlan(db: Database, id: number): Promise<boolean> {
  const [row] = await db.select({ id: plans.id }).from(plans).where(eq(plans.id, id));
  return row !== undefined;
}

/** A plan locked until the transaction ends. Contractors may still be put on it meanwhile. */
export async function lockPlan(db: Database, id: number): Promise<StoredPlan | undefined> {
  const rows = await db.select().from(plans).where(eq(plans.id, id)).for('no key update');
  const [found] = await withRoles(db, rows);
  return found;
}

export async function insertPlan(
  db: Database,
  values: PlanValues,
  roleIds: readonly number[],
): Promise<StoredPlan> {
  const [plan] = await db.insert(plans).values(values).returning();
  if (plan === undefined) throw new Error('The plan was not inserted');
  return { plan, roleIds: await putRoles(db, plan.id, roleIds) };
}

/** Saves a locked plan as its next version. */
export async function updatePlan(
  db: Database,
  stored: PlanRow,
  values: PlanValues,
  roleIds: readonly number[],
): Promise<StoredPlan> {
  const { id, version } = stored;
  const [plan = stored] = await db
    .update(plans)
    .set({ ...values, version: version + 1 })
    .where(eq(plans.id, id))
    .returning();
  await db.delete(planRoles).where(eq(planRoles.planId, id));
  return { plan, roleIds: await putRoles(db, id, roleIds) };
}

async function putRoles(
  db: Database,
  planId: number,
  roleIds: readonly number[],
): Promise<number[]> {
  await db.insert(planRoles).values(roleIds.map((roleId) => ({ planId, roleId })));
  return roleIds.toSorted((a, b) => a - b);
}

/** Deletes a plan with its roles. The database refuses it while anything refers to the plan. */
export async function deletePlanRow(db: Database, id: number): Promise<void> {
  await db.delete(planRoles).where(eq(planRoles.planId, id));
  await db.delete(plans).where(eq(plans.id, id));
}
