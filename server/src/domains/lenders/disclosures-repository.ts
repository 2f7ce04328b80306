import { eq, inArray } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import type { LenderRow } from './repository.ts';
import { lenderDisclosures, lenders } from './tables.ts';

type DisclosuresRow = typeof lenderDisclosures.$inferSelect;

export async function findDisclosures(
  db: Database,
  lenderId: number,
): Promise<DisclosuresRow | undefined> {
  const [row] = await db
    .select()
    .from(lenderDisclosures)
    .where(eq(lenderDisclosures.lenderId, lenderId));
  return row;
}

export async function putDisclosures(db: Database, values: DisclosuresRow): Promise<void> {
  await db
    .insert(lenderDisclosures)
    .values(values)
    .onConflictDoUpdate({ target: lenderDisclosures.lenderId, set: values });
}

/** These lenders with their disclosures, where they have any. */
export async function selectCreditors(
  db: Database,
  ids: readonly number[],
): Promise<{ lender: LenderRow; own: DisclosuresRow | null }[]> {
  if (ids.length === 0) return [];
  return db
    .select({ lender: lenders, own: lenderDisclosures })
    .from(lenders)
    .leftJoin(lenderDisclosures, eq(lenderDisclosures.lenderId, lenders.id))
    .where(inArray(lenders.id, [...ids]));
}
