import type { PlanOrder } from '@lintel/contract/billing/plans-constants';
import { and, asc, count, desc, eq, inArray, ne, or, sql, type SQL } from 'drizzle-orm';
import { acrossContractors } from '../../../platform/db/across-contractors.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { containing, folded } from '../../../platform/db/folded.ts';
import { contractors } from '../../contractors/tables.ts';
import { subscriptions } from '../subscriptions/tables.ts';
import { planRoles, plans } from './tables.ts';

export type PlanRow = typeof plans.$inferSelect;

export type PlanValues = Omit<PlanRow, 'id' | 'version'>;

/** A plan, and the ids of the roles it grants. */
export interface StoredPlan {
  plan: PlanRow;
  roleIds: number[];
}

interface PlanQuery {
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

/** A page of plans whose name, tier, or Stripe ids contain `searchText`, and their total number. */
export async function selectPlans(
  db: Database,
  query: PlanQuery,
): Promise<{ rows: StoredPlan[]; total: number }> {
  const searched = [plans.name, plans.stripeId, plans.associatedStripeId, sql`${plans.tier}::text`];
  const where =
    query.searchText === ''
      ? undefined
      : or(
          ...searched.map((column) => sql`${folded(column)} like ${containing(query.searchText)}`),
        );
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

/** A plan, locked until the transaction ends. Contractors can still be assigned to it. */
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

/** Deletes a plan with its roles. The database rejects it while anything refers to the plan. */
export async function deletePlanRow(db: Database, id: number): Promise<void> {
  await db.delete(planRoles).where(eq(planRoles.planId, id));
  await db.delete(plans).where(eq(plans.id, id));
}

/** Plans of the tier Test are never offered, regardless of their visibility. */
const isPublic = and(eq(plans.visibility, 'public'), ne(plans.tier, 'Test'));

/** The plans open for sign-up, cheapest first. */
export const selectPublicPlans = (db: Database): Promise<PlanRow[]> =>
  db.select().from(plans).where(isPublic).orderBy(asc(plans.priceCents), asc(plans.id));

/** A plan open for sign-up; undefined for any other. */
export async function findPlan(db: Database, planId: number): Promise<PlanRow | undefined> {
  const [row] = await db.select().from(plans).where(eq(plans.id, planId));
  return row;
}

export async function findPublicPlan(db: Database, planId: number): Promise<PlanRow | undefined> {
  const [row] = await db
    .select()
    .from(plans)
    .where(and(eq(plans.id, planId), isPublic));
  return row;
}

/**
 * A plan's current name, yearly price, and number of installments; the plan can't be deleted until
 * the transaction ends.
 */
export async function readTerms(tx: Database, planId: number) {
  const [row] = await tx
    .select({
      id: plans.id,
      name: plans.name,
      priceCents: plans.priceCents,
      installments: plans.installmentIntervalsCount,
    })
    .from(plans)
    .where(eq(plans.id, planId))
    .for('key share');
  return row;
}

export type PlanTerms = NonNullable<Awaited<ReturnType<typeof readTerms>>>;

/** The name of a subscription's plan. */
export const readPlanName = async (tx: Database, { planId }: { planId: number }): Promise<string> =>
  (await readTerms(tx, planId))?.name ?? '';

const at = (value: string | null): Date | null => (value === null ? null : new Date(value));

/**
 * How many contractors pay for a plan or continue on it after their year; when the next of their
 * years begins; and the first and last start of the years that begin after `lastNotice`.
 */
export async function readPlanYears(db: Database, planId: number, lastNotice: Date) {
  const { termEnd, cancelAtTermEnd } = subscriptions;
  // A contractor who can't be notified in time for the next year pays the higher price a year
  // later.
  const raised = sql`case when ${termEnd} > ${lastNotice.toISOString()}::timestamptz then ${termEnd} else ${termEnd} + interval '1 year' end`;
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
        acrossContractors('Staff see how many contractors pay a plan.'),
        inArray(subscriptions.state, ['active', 'past_due', 'unpaid']),
        sql`coalesce(${contractors.planId}, ${subscriptions.planId}) = ${planId}`,
      ),
    );
  return row ?? { contractors: 0, nextFrom: null, raisedFrom: null, raisedUntil: null };
}
