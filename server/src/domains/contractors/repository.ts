import { eq } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { plans } from '../billing/tables.ts';
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
