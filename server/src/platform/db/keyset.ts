import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './connect.ts';

/** Rows of a table in an order; rows that are equal in its keys follow by their id. */
export interface OrderedRows {
  table: PgTable;
  id: PgColumn;
  /** Which of them, in SQL; undefined for all. */
  where: SQL | undefined;
  /** What they are in order of, the first one first. Only a key that stands alone may be nullable. */
  keys: readonly SQL[];
  descending: boolean;
  /** Rows without the key come last, whichever way one sorts. */
  isNullable?: boolean;
}

/** Where a page begins: behind a row or before one, or after so many rows. */
export interface PagePlace {
  offset: number;
  limit: number;
  /** The id of the row that stands before the page. */
  after?: number | undefined;
  /** The id of the row that stands behind it. */
  before?: number | undefined;
  /** About how many rows there are, where it is known: the second half is counted off from the end. */
  total?: number | undefined;
}

const row = (parts: readonly SQL[]): SQL => sql`(${sql.join([...parts], sql`, `)})`;

function orderOf({ keys, id, descending, isNullable }: OrderedRows, backward: boolean): SQL {
  const direction = descending === backward ? sql`asc` : sql`desc`;
  const empty = backward ? sql` nulls first` : sql` nulls last`;
  const columns = keys.map((key) => sql`${key} ${direction}${isNullable ? empty : sql``}`);
  return sql.join([...columns, sql`${id} ${direction}`], sql`, `);
}

/** The ids of a page, found by counting rows off: an index that holds the keys and the id is enough. */
async function idsFrom(
  db: Database,
  rows: OrderedRows,
  { offset, limit, total = 0 }: PagePlace,
): Promise<number[]> {
  const isLate = offset < total && offset > total / 2;
  const behind = Math.max(0, total - offset - limit);
  const found = await db
    .select({ id: rows.id })
    .from(rows.table)
    .where(rows.where)
    .orderBy(orderOf(rows, isLate))
    .limit(isLate ? Math.min(limit, total - offset) : limit)
    .offset(isLate ? behind : offset);
  const ids = found.map(({ id }) => Number(id));
  return isLate ? ids.toReversed() : ids;
}

interface Beside {
  near: number;
  backward: boolean;
  limit: number;
}

/**
 * The ids of the rows next to one, in the order of all: what lies between it and the first row is
 * not read. Null when that row is gone. `scope` says whose row it may be.
 */
async function idsBeside(
  db: Database,
  rows: OrderedRows & { scope: SQL | undefined },
  { near, backward, limit }: Beside,
): Promise<number[] | null> {
  const { table, id, where, keys, descending, isNullable = false, scope } = rows;
  // As text: a date of JavaScript has no microseconds.
  const texts = sql.join(
    keys.map((key) => sql`(${key})::text`),
    sql`, `,
  );
  const [anchor] = await db
    .select({ values: sql<(string | null)[]>`array[${texts}]::text[]` })
    .from(table)
    .where(sql`${id} = ${near}${scope ? sql` and ${scope}` : sql``}`)
    .limit(1);
  if (anchor === undefined) return null;
  const compare = descending === backward ? sql`>` : sql`<`;
  const [key = sql`null`] = keys;
  const isEmpty = isNullable && anchor.values[0] === null;
  const values = anchor.values.map((value) => sql`${value}`);
  // Those that are like it first, then, where it stands at that edge, those with or without the key.
  const branches = [
    isEmpty
      ? sql`${key} is null and ${id} ${compare} ${near}`
      : sql`${row([...keys, sql`${id}`])} ${compare} ${row([...values, sql`${near}`])}`,
    ...(isNullable && isEmpty === backward
      ? [backward ? sql`${key} is not null` : sql`${key} is null`]
      : []),
  ];
  const ids: number[] = [];
  for (const branch of branches) {
    const found = await db
      .select({ id })
      .from(table)
      .where(where ? sql`${where} and ${branch}` : branch)
      .orderBy(orderOf(rows, backward))
      .limit(limit - ids.length);
    ids.push(...found.map((one) => Number(one.id)));
    if (ids.length >= limit) break;
  }
  return backward ? ids.toReversed() : ids;
}

/**
 * The ids of one page, in order, without reading the rows themselves. Beside a row that is known it
 * takes as long on the last page as on the first; where that row is gone, rows are counted off.
 * `scope` is what a row beside must be, such as the contractor's.
 */
export async function idsOfPage(
  db: Database,
  rows: OrderedRows & { scope: SQL | undefined },
  place: PagePlace,
): Promise<number[]> {
  const near = place.after ?? place.before;
  if (near === undefined) return idsFrom(db, rows, place);
  const backward = place.after === undefined;
  const beside = await idsBeside(db, rows, { near, backward, limit: place.limit });
  return beside ?? idsFrom(db, rows, place);
}
