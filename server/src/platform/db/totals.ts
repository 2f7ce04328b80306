import { count, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './connect.ts';
import { keptNumbers } from './kept.ts';

/** Up to here rows are counted each time; more of them are told by a number that was kept. */
export const countedUpTo = 10_000;
export interface Total {
  total: number;
  /** Counted a little while ago, so that there may be some more or fewer now. */
  about?: true;
}

/** A number as it is told. */
export const told = (total: number): Total =>
  total <= countedUpTo ? { total } : { total, about: true };

async function countUpTo(db: Database, table: PgTable, where: SQL | undefined): Promise<number> {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .limit(countedUpTo + 1)
    .as('some');
  const [few] = await db.select({ total: count() }).from(some);
  return few?.total ?? 0;
}

/**
 * How many rows of a table meet a condition: exactly up to 10,000 of them. Counting more takes longer
 * than reading a page, so they are counted once a minute for everybody who asks the same. `isMany` when
 * more than that many are expected, so that it need not be tried.
 */
export async function totalAbout(
  db: Database,
  table: PgTable,
  where: SQL | undefined,
  now: Date,
  isMany = false,
): Promise<Total> {
  const question = db.select({ total: count() }).from(table).where(where);
  const asked = question.toSQL();
  const key = JSON.stringify([asked.sql, asked.params]);
  const before = keptNumbers.get<number>(db, key, now);
  if (before !== undefined) return told(await before);
  if (!isMany) {
    const few = await countUpTo(db, table, where);
    if (few <= countedUpTo) return { total: few };
  }
  const all =
    keptNumbers.get<number>(db, key, now) ??
    keptNumbers.keep(
      db,
      key,
      now,
      question.then(([row]) => row?.total ?? 0),
    );
  const total = await all;
  if (total <= countedUpTo) keptNumbers.drop(db, key);
  return told(total);
}
