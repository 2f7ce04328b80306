import { count, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './connect.ts';
import { keepAnswer, keptAnswer } from './kept.ts';

/** Up to here rows are counted each time; more of them are told by a number that was kept. */
export const countedUpTo = 10_000;
export interface Total {
  total: number;
  /** Counted a little while ago, so that there may be some more or fewer now. */
  about?: true;
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
  const before = keptAnswer<number>(db, key, now);
  if (before !== undefined) return { total: await before, about: true };
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .limit(countedUpTo + 1)
    .as('some');
  const [few] = await db.select({ total: count() }).from(some);
  if (few !== undefined && few.total <= countedUpTo) return few;
  const all =
    keptAnswer<number>(db, key, now) ??
    keepAnswer(
      db,
      key,
      now,
      question.then(([row]) => row?.total ?? 0),
    );
  return { total: await all, about: true };
}
