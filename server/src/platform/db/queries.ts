import { sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { afterRowLock } from './cluster/index.ts';
import type { Database } from './connect.ts';
import { foldedText } from './folded.ts';

/** Whether the table has a row like this. */
export async function hasRow(
  db: Database,
  table: PgTable,
  where: SQL | undefined,
): Promise<boolean> {
  const rows = await db
    .select({ one: sql`1` })
    .from(table)
    .where(where)
    .limit(1);
  return rows.length > 0;
}

/**
 * A statement that is built once for a database and planned once for each of its connections, for
 * reads that most requests make: building it again costs as much as sending it. `build` ends with
 * `.prepare(name)` and takes its values as placeholders.
 */
export function prepared<Statement>(
  build: (db: Database) => Statement,
): (db: Database) => Statement {
  const built = new WeakMap<Database, Statement>();
  return (db) => {
    const known = built.get(db);
    if (known !== undefined) return known;
    const statement = build(db);
    built.set(db, statement);
    return statement;
  };
}

/**
 * The row of a contractor that `select` locks; undefined when it doesn't exist. Other transactions that
 * lock the same contractor in this way wait until this one has ended.
 */
export async function lockedRow<Row>(
  tx: Database,
  contractorId: number,
  select: PromiseLike<Row[]>,
): Promise<Row | undefined> {
  const [row] = await select;
  if (row !== undefined) await afterRowLock(tx, contractorId);
  return row;
}

/** What names a row of a contractor's. */
export interface RowOfContractor {
  contractorId: number;
  id: number;
}

/** The same as pairs, for `(contractor_id, id) in …`. */
export const pairsOf = (rows: readonly RowOfContractor[]): SQL =>
  sql`(select * from unnest(${`{${rows.map(({ contractorId }) => contractorId).join(',')}}`}::int[], ${`{${rows.map(({ id }) => id).join(',')}}`}::bigint[]))`;

/**
 * A search for a phone number, however it is written, as the digits that are stored; any other
 * search, a ZIP code too, as it is.
 */
export function phoneAsStored(text: string): string {
  const plain = foldedText(text).trim();
  const isZip = /^\d{5}-\d{4}$/.test(plain);
  if (isZip || !/^\+?[\d\s()./-]+$/.test(plain)) return text;
  const digits = plain.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  return digits.length >= 3 ? digits : text;
}

/**
 * Values of exactly these columns. Drizzle ignores unknown keys, and a spread hides them from the
 * compiler, so a field could get lost silently. Use it as `(values: Exact<Columns, Values>)` in a
 * function over `Values extends Columns`.
 */
export type Exact<Columns, Values extends Columns> = Values &
  Record<Exclude<keyof Values, keyof Columns>, never>;
