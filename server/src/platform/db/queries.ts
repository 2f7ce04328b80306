import { sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { afterRowLock } from './cluster/index.ts';
import type { Database } from './connect.ts';
import { foldedText } from './folded.ts';

/** Whether the table has a matching row. */
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
 * A statement built once per database and planned once per connection, for reads on most requests:
 * building it costs as much as sending it. `build` ends with `.prepare(name)` and takes its values
 * as placeholders.
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
 * The contractor's row that `select` locks; undefined when it doesn't exist. Other transactions
 * that lock the same contractor this way wait until this one ends.
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

/** Identifies a contractor's row. */
export interface RowKey {
  contractorId: number;
  id: number;
}

/** The rows as pairs, for `(contractor_id, id) in …`. */
export const keyPairs = (rows: readonly RowKey[]): SQL =>
  sql`(select * from unnest(${`{${rows.map(({ contractorId }) => contractorId).join(',')}}`}::int[], ${`{${rows.map(({ id }) => id).join(',')}}`}::bigint[]))`;

/**
 * Converts a phone number search in any format to the stored digits; returns other searches,
 * including ZIP codes, unchanged.
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
