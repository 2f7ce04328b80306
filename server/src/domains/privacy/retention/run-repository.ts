import { and, count, desc, eq, isNull, sql } from 'drizzle-orm';
import type { RetentionPart } from '@lintel/contract/privacy/retention';
import type { Database } from '../../../platform/db/connect.ts';
import type { RetentionSource } from '../../../platform/retention.ts';
import { retentionRuns } from './tables.ts';

export type RunRow = typeof retentionRuns.$inferSelect;

/** The active run, or a new one. */
export async function openRun(db: Database, now: Date): Promise<number> {
  await db.insert(retentionRuns).values({ dry: false, startedAt: now }).onConflictDoNothing();
  const [row] = await db
    .select({ id: retentionRuns.id })
    .from(retentionRuns)
    .where(and(eq(retentionRuns.dry, false), isNull(retentionRuns.endedAt)));
  if (row === undefined) throw new Error('Another process has just ended the run');
  return row.id;
}

/** Adds a batch's counts, in its transaction. */
export async function countDone(
  tx: Database,
  id: number,
  { kind, name }: RetentionSource,
  done: number,
): Promise<void> {
  const [row] = await tx
    .select({ parts: retentionRuns.parts })
    .from(retentionRuns)
    .where(eq(retentionRuns.id, id))
    .for('update');
  const parts = row?.parts ?? [];
  const isSame = (part: RetentionPart): boolean => part.kind === kind && part.name === name;
  const before = parts.find(isSame)?.count ?? 0;
  const rest = parts.filter((part) => !isSame(part));
  await tx
    .update(retentionRuns)
    .set({ parts: [...rest, { kind, name, count: before + done }] })
    .where(eq(retentionRuns.id, id));
}

/** Ends a run. Returns its counts, or null when another process ended it. */
export async function endRun(tx: Database, id: number, now: Date): Promise<RunRow | null> {
  const [row] = await tx
    .update(retentionRuns)
    .set({ endedAt: now, reason: '' })
    .where(and(eq(retentionRuns.id, id), isNull(retentionRuns.endedAt)))
    .returning();
  return row ?? null;
}

/** Records why a run stopped. It ends after too many errors. */
export async function noteFailure(
  db: Database,
  id: number,
  { reason, most, now }: { reason: string; most: number; now: Date },
): Promise<void> {
  await db
    .update(retentionRuns)
    .set({
      reason,
      failures: sql`${retentionRuns.failures} + 1`,
      endedAt: sql`case when ${retentionRuns.failures} + 1 >= ${most} then ${now.toISOString()}::timestamptz end`,
    })
    .where(and(eq(retentionRuns.id, id), isNull(retentionRuns.endedAt)));
}

export async function insertRehearsal(
  tx: Database,
  run: { startedAt: Date; endedAt: Date; askedBy: number; parts: RetentionPart[] },
): Promise<RunRow> {
  const [row] = await tx
    .insert(retentionRuns)
    .values({ ...run, dry: true })
    .returning();
  if (row === undefined) throw new Error('The rehearsal was not stored');
  return row;
}

export async function selectRuns(db: Database, { page, limit }: { page: number; limit: number }) {
  const rows = await db
    .select()
    .from(retentionRuns)
    .orderBy(desc(retentionRuns.id))
    .limit(limit)
    .offset((page - 1) * limit);
  const [all] = await db.select({ total: count() }).from(retentionRuns);
  return { rows, total: all?.total ?? 0 };
}
