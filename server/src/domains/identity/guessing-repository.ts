import { and, eq, gt, gte, isNull, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { signInFailures } from './tables.ts';

/** Wrong passwords in a row, and when the last one came. */
export interface Failures {
  failures: number;
  lastAt: Date;
}

/** A count, locked until the transaction ends; null when it begins with this attempt. */
export async function lockFailures(tx: Database, key: string, now: Date): Promise<Failures | null> {
  await tx.insert(signInFailures).values({ key, failures: 0, lastAt: now }).onConflictDoNothing();
  const [row] = await tx
    .select()
    .from(signInFailures)
    .where(eq(signInFailures.key, key))
    .for('update');
  return row === undefined || row.failures === 0 ? null : row;
}

/** Stores a count. When it is new, its owner has not been told yet. */
export async function setFailures(
  tx: Database,
  key: string,
  { failures, lastAt, isNew }: Failures & { isNew: boolean },
): Promise<void> {
  await tx
    .update(signInFailures)
    .set({ failures, lastAt, ...(isNew && { toldAt: null }) })
    .where(eq(signInFailures.key, key));
}

/** Forgets one count and takes as much from the other. */
export async function takeFailuresBack(
  tx: Database,
  { joint, own }: { joint: string; own: string },
): Promise<void> {
  // The account's first, as in counting, so that two attempts never wait for each other.
  await tx
    .select({ key: signInFailures.key })
    .from(signInFailures)
    .where(eq(signInFailures.key, joint))
    .for('update');
  const [taken] = await tx
    .delete(signInFailures)
    .where(eq(signInFailures.key, own))
    .returning({ failures: signInFailures.failures });
  const left = sql`greatest(0, ${signInFailures.failures} - ${taken?.failures ?? 0})`;
  await tx.update(signInFailures).set({ failures: left }).where(eq(signInFailures.key, joint));
}

/**
 * Notes that the owner is told now, when the count is high enough and the owner does not know. Says
 * whether it was noted.
 */
export async function markTold(
  tx: Database,
  key: string,
  { atLeast, at }: { atLeast: number; at: Date },
): Promise<boolean> {
  const untold = and(
    eq(signInFailures.key, key),
    gte(signInFailures.failures, atLeast),
    isNull(signInFailures.toldAt),
  );
  const told = await tx
    .update(signInFailures)
    .set({ toldAt: at })
    .where(untold)
    .returning({ key: signInFailures.key });
  return told.length > 0;
}

/**
 * Deletes the counts that are not between these moments: old ones, and those from when the clock
 * was ahead.
 */
export async function deleteFailures(
  db: Database,
  { before, after }: { before: Date; after: Date },
): Promise<void> {
  await db
    .delete(signInFailures)
    .where(or(lte(signInFailures.lastAt, before), gt(signInFailures.lastAt, after)));
}
