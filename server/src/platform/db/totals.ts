import { count, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './connect.ts';

/** Up to here rows are counted each time; more of them are told by a number that was kept. */
export const countedUpTo = 10_000;
/** How long such a number is told, in milliseconds. */
export const keptFor = 60_000;
/** How many numbers are kept; the oldest is dropped first. */
const keptAtMost = 500;

export interface Total {
  total: number;
  /** Counted a little while ago, so that there may be some more or fewer now. */
  about?: true;
}

interface Kept {
  at: number;
  total: Promise<number>;
}

/** By the database, because a process may have several, and the question. */
const known = new WeakMap<Database, Map<string, Kept>>();

function keep(totals: Map<string, Kept>, key: string, kept: Kept): void {
  totals.delete(key);
  totals.set(key, kept);
  for (const oldest of totals.keys()) {
    if (totals.size <= keptAtMost) break;
    totals.delete(oldest);
  }
  // Nobody else should get the same failure.
  kept.total.catch(() => totals.get(key) === kept && totals.delete(key));
}

/**
 * How many rows of a table meet a condition: exactly up to 10,000 of them. Counting more takes longer
 * than reading a page, so they are counted once a minute for everybody who asks the same.
 */
export async function totalAbout(
  db: Database,
  table: PgTable,
  where: SQL | undefined,
  now: Date,
): Promise<Total> {
  const question = db.select({ total: count() }).from(table).where(where);
  const asked = question.toSQL();
  const key = JSON.stringify([asked.sql, asked.params]);
  const totals = known.get(db) ?? new Map<string, Kept>();
  known.set(db, totals);
  const before = totals.get(key);
  if (before !== undefined && Math.abs(now.getTime() - before.at) < keptFor)
    return { total: await before.total, about: true };
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .limit(countedUpTo + 1)
    .as('some');
  const [few] = await db.select({ total: count() }).from(some);
  if (few !== undefined && few.total <= countedUpTo) return few;
  const meanwhile = totals.get(key);
  const kept =
    meanwhile !== undefined && meanwhile !== before
      ? meanwhile
      : { at: now.getTime(), total: question.then(([all]) => all?.total ?? 0) };
  if (kept !== meanwhile) keep(totals, key, kept);
  return { total: await kept.total, about: true };
}
