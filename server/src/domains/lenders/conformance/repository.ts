import { and, eq } from 'drizzle-orm';
import type { Database } from '../../../platform/db/connect.ts';
import { lenderConformance } from '../tables.ts';

export type RunRow = typeof lenderConformance.$inferSelect;

/** A lender's last run. */
export async function findRun(db: Database, lenderId: number): Promise<RunRow | undefined> {
  const [row] = await db
    .select()
    .from(lenderConformance)
    .where(eq(lenderConformance.lenderId, lenderId));
  return row;
}

/** Replaces a lender's last run. */
export async function putRun(db: Database, { lenderId, ...values }: RunRow): Promise<void> {
  await db
    .insert(lenderConformance)
    .values({ lenderId, ...values })
    .onConflictDoUpdate({ target: lenderConformance.lenderId, set: values });
}

/** Changes a run, unless a newer one replaced it. */
export async function setRun(
  db: Database,
  { lenderId, run }: Pick<RunRow, 'lenderId' | 'run'>,
  values: Partial<RunRow>,
): Promise<void> {
  await db
    .update(lenderConformance)
    .set(values)
    .where(and(eq(lenderConformance.lenderId, lenderId), eq(lenderConformance.run, run)));
}
