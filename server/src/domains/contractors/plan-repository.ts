import { inArray } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { plans } from '../billing/tables.ts';

/** The names and tiers of these plans; one that does not exist is left out. */
export async function plansWithIds(db: Database, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .select({ id: plans.id, name: plans.name, tier: plans.tier })
    .from(plans)
    .where(inArray(plans.id, [...ids]));
}
