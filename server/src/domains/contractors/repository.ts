import { and, asc, count, eq, inArray, sql } from 'drizzle-orm';
import type { PaymentStatus, Tier } from '@lintel/contract/billing/tiers';
import type { W9Status } from '@lintel/contract/payouts/constants';
import type { Database } from '../../platform/db/connect.ts';
import { plans } from '../billing/plans/tables.ts';
import { users } from '../identity/tables.ts';
import { leads } from '../leads/tables.ts';
import { agreementAcceptances, contractors, managers } from './tables.ts';
import { AppError } from '../../platform/errors.ts';

const staffWithItsEmail = sql`select from ${users} where ${users.kind} = 'staff' and ${users.removedAt} is null
  and lower(${users.email}) = lower(${managers.email})`;

/**
 * Whether a manager is active: deactivated staff are neither offered nor assigned. A manager
 * without a staff account counts as active.
 */
export const isActiveManager = sql<boolean>`(not exists (${staffWithItsEmail} and not ${users.isActive})
  or exists (${staffWithItsEmail} and ${users.isActive}))`;

/** Whether any contractor exists. */
export async function hasContractors(db: Database): Promise<boolean> {
  const { rows } = await db.execute(sql`select exists (select from ${contractors}) as found`);
  return rows[0]?.['found'] === true;
}

/** A contractor with its plan and active manager, or undefined. */
export async function findContractor(db: Database, contractorId: number) {
  const [row] = await db
    .select({ contractor: contractors, plan: plans, manager: managers })
    .from(contractors)
    .leftJoin(plans, eq(plans.id, contractors.planId))
    .leftJoin(managers, and(eq(managers.id, contractors.managerId), isActiveManager))
    .where(eq(contractors.id, contractorId));
  return row;
}
export type FoundContractor = NonNullable<Awaited<ReturnType<typeof findContractor>>>;

/** A manager of the provider. */
interface Person {
  id: number;
  fullName: string;
}

const person = {
  id: managers.id,
  fullName: sql<string>`btrim(${managers.firstName} || ' ' || ${managers.lastName})`,
};

/** These managers by name, without unknown ones. */
export async function managersWithIds(db: Database, ids: readonly number[]): Promise<Person[]> {
  if (ids.length === 0) return [];
  return db
    .select(person)
    .from(managers)
    .where(inArray(managers.id, [...ids]));
}

/** The active ones of these managers, who can be assigned. */
export async function assignableManagers(db: Database, ids: readonly number[]): Promise<Person[]> {
  if (ids.length === 0) return [];
  return db
    .select(person)
    .from(managers)
    .where(and(inArray(managers.id, [...ids]), isActiveManager));
}

export async function countManaged(db: Database, managerId: number): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(contractors)
    .where(eq(contractors.managerId, managerId));
  return row?.n ?? 0;
}

/** Reassigns one manager's contractors to another, or to no one. */
export async function replaceManager(
  tx: Database,
  { from, to }: { from: number; to: number | null },
): Promise<void> {
  await tx.update(contractors).set({ managerId: to }).where(eq(contractors.managerId, from));
}

/** The owner of a contractor's lead; undefined when there is no lead or no owner. */
export async function findLeadOwner(
  db: Database,
  contractorId: number,
): Promise<Person | undefined> {
  const [row] = await db
    .select(person)
    .from(leads)
    .innerJoin(managers, and(eq(managers.id, leads.ownerId), isActiveManager))
    .where(eq(leads.contractorId, contractorId));
  return row;
}

/** Adds a manager of contractors and leads, unless the e-mail is already listed. */
export async function insertManager(
  db: Database,
  manager: { firstName: string; lastName: string; email: string },
): Promise<void> {
  await db.insert(managers).values(manager).onConflictDoNothing();
}

/** A contractor's payment status. Throws `not_found`. */
export async function readPaymentStatus(db: Database, contractorId: number) {
  const { paymentStatus } = contractors;
  const [row] = await db
    .select({ paymentStatus })
    .from(contractors)
    .where(eq(contractors.id, contractorId));
  if (row === undefined) throw new AppError('not_found');
  return row.paymentStatus;
}

/** Sets a locked contractor's payment status. */
export async function setPaymentStatus(
  tx: Database,
  contractor: { id: number; paymentStatus: PaymentStatus },
  paymentStatus: PaymentStatus,
): Promise<void> {
  if (contractor.paymentStatus === paymentStatus) return;
  await tx.update(contractors).set({ paymentStatus }).where(eq(contractors.id, contractor.id));
}

/** Sets a locked contractor's plan. */
export async function setPlan(
  tx: Database,
  contractor: { id: number; planId: number | null },
  planId: number,
): Promise<void> {
  if (contractor.planId === planId) return;
  await tx.update(contractors).set({ planId }).where(eq(contractors.id, contractor.id));
}

/** The staff grid's columns of a contractor's current tax form. */
interface W9State {
  /** `Not found` when there is no form. */
  status: W9Status;
  fullName: string;
  /** Empty when the form names no business. */
  companyName: string;
  /** Whether the tax number is a Social Security number; otherwise an employer's. */
  isSsn: boolean;
  skipDifferences: boolean;
}

/**
 * Copies the state of a tax form to its contractor; called by the tax form domain with each change.
 */
export async function setW9State(
  tx: Database,
  contractorId: number,
  state: W9State,
): Promise<void> {
  const { status, fullName, companyName, isSsn, skipDifferences } = state;
  await tx
    .update(contractors)
    .set({
      w9Status: status,
      w9FullName: fullName,
      w9CompanyName: companyName,
      w9IsSsn: status === 'Not found' ? null : isSsn,
      w9SkipDifferences: skipDifferences,
    })
    .where(eq(contractors.id, contractorId));
}

/** Locks the contractors without their own limit of team users in these tiers, in a fixed order. */
export async function lockAutomaticTiers(tx: Database, tiers: readonly Tier[]): Promise<void> {
  await tx.execute(sql`
    select c.id from ${contractors} c join ${plans} p on p.id = c.plan_id
    where c.max_team_users is null and p.tier::text = any(array[${sql.join(
      tiers.map((tier) => sql`${tier}`),
      sql`, `,
    )}]::text[])
    order by c.id for update of c`);
}

/**
 * Contractors with an account: how many have accepted the agreement since a date (or ever, without
 * one), and how many haven't.
 */
export async function agreementCounts(
  db: Database,
  since: Date | null,
): Promise<{ accepted: number; waiting: number }> {
  const accepted = sql`(agreement_accepted_at is not null
    and (${since?.toISOString() ?? null}::timestamptz is null or agreement_accepted_at >= ${since?.toISOString() ?? null}::timestamptz))`;
  const { rows } = await db.execute<{ accepted: number; waiting: number }>(sql`
    select count(*) filter (where ${accepted})::int as accepted, count(*) filter (where not ${accepted})::int as waiting
    from ${contractors} where owner_id is not null`);
  return rows[0] ?? { accepted: 0, waiting: 0 };
}

/** Company names by contractor id. */
export async function companyNames(
  db: Database,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: contractors.id, name: contractors.companyName })
    .from(contractors)
    .where(inArray(contractors.id, [...ids]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export type AcceptanceRow = typeof agreementAcceptances.$inferSelect;

/** A contractor's acceptances of the service agreement, earliest first. */
export const selectAcceptances = (db: Database, contractorId: number): Promise<AcceptanceRow[]> =>
  db
    .select()
    .from(agreementAcceptances)
    .where(eq(agreementAcceptances.contractorId, contractorId))
    .orderBy(asc(agreementAcceptances.acceptedAt), asc(agreementAcceptances.id));
