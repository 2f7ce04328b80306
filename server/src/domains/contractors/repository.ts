import { eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { plans } from '../billing/plans/tables.ts';
import { leads } from '../leads/tables.ts';
import { contractors, managers } from './tables.ts';

/** A contractor with its plan and manager, or undefined. */
export async function findContractor(db: Database, contractorId: number) {
  const [row] = await db
    .select({ contractor: contractors, plan: plans, manager: managers })
    .from(contractors)
    .leftJoin(plans, eq(plans.id, contractors.planId))
    .leftJoin(managers, eq(managers.id, contractors.managerId))
    .where(eq(contractors.id, contractorId));
  return row;
}
export type FoundContractor = NonNullable<Awaited<ReturnType<typeof findContractor>>>;

/** One of the provider's people. */
export interface Person {
  id: number;
  fullName: string;
}

const person = {
  id: managers.id,
  fullName: sql<string>`btrim(${managers.firstName} || ' ' || ${managers.lastName})`,
};

/** These managers by their names; one that does not exist is left out. */
export async function managersWithIds(db: Database, ids: readonly number[]): Promise<Person[]> {
  if (ids.length === 0) return [];
  return db
    .select(person)
    .from(managers)
    .where(inArray(managers.id, [...ids]));
}

/**
 * Who looks after the lead that a contractor came as; undefined when it came as none, or nobody
 * does.
 */
export async function leadOwnerOf(db: Database, contractorId: number): Promise<Person | undefined> {
  const [row] = await db
    .select(person)
    .from(leads)
    .innerJoin(managers, eq(managers.id, leads.ownerId))
    .where(eq(leads.contractorId, contractorId));
  return row;
}

/**
 * Lists somebody of the provider as one who can look after contractors and leads, unless the e-mail
 * is listed already.
 */
export async function insertManager(
  db: Database,
  manager: { firstName: string; lastName: string; email: string },
): Promise<void> {
  await db.insert(managers).values(manager).onConflictDoNothing();
}
