import { and, sql, type SQL } from 'drizzle-orm';
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
  /**
   * What they must contain besides. Words that many rows have are found among the next rows of the
   * order, words that few have by an index of their own.
   */
  matching?: SQL | undefined;
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

/** The order in SQL, or the same from its end. */
export function orderOf({ keys, id, descending, isNullable }: OrderedRows, backward: boolean): SQL {
  const direction = descending === backward ? sql`asc` : sql`desc`;
  const empty = backward ? sql` nulls first` : sql` nulls last`;
  const columns = keys.map((key) => sql`${key} ${direction}${isNullable ? empty : sql``}`);
  return sql.join([...columns, sql`${id} ${direction}`], sql`, `);
}

/** How many rows are looked through before the index of words is asked. */
export const lookedThrough = 2000;

/**
 * The ids that match among the next rows of an order, and how many rows those are: fewer than
 * `lookedThrough` only when there are no more. A search by its index reads and sorts all that match,
 * which takes long for a word that every sixth row has; this reads so many rows and no more.
 */
export async function matchesAmongFirst(
  db: Database,
  { table, id, where, matching }: OrderedRows,
  order: SQL,
): Promise<{ ids: number[]; walked: number }> {
  const next = db
    .select({
      id: sql<number>`${id}`.as('id'),
      isMatch: sql<boolean>`(${matching ?? sql`true`})`.as('is_match'),
      place: sql<number>`row_number() over (order by ${order})`.as('place'),
    })
    .from(table)
    .where(where)
    .orderBy(order)
    .limit(lookedThrough)
    .as('next');
  const [found] = await db
    .select({
      ids: sql<
        number[] | null
      >`json_agg(${next.id} order by ${next.place}) filter (where ${next.isMatch})`,
      walked: sql<number>`count(*)::int`,
    })
    .from(next);
  return { ids: (found?.ids ?? []).map(Number), walked: found?.walked ?? 0 };
}

/** Ids in an order, so many behind the first ones. */
async function idsInOrder(
  db: Database,
  rows: OrderedRows,
  { order, offset = 0, limit }: { order: SQL; offset?: number; limit: number },
): Promise<number[]> {
  const { id, table, where, matching } = rows;
  if (matching && offset + limit < lookedThrough) {
    const { ids, walked } = await matchesAmongFirst(db, rows, order);
    if (walked < lookedThrough || ids.length >= offset + limit)
      return ids.slice(offset, offset + limit);
  }
  const found = await db
    .select({ id })
    .from(table)
    .where(and(where, matching))
    .orderBy(order)
    .limit(limit)
    .offset(offset);
  return found.map((one) => Number(one.id));
}

/** The ids of a page, found by counting rows off: an index that holds the keys and the id is enough. */
async function idsFrom(
  db: Database,
  rows: OrderedRows,
  { offset, limit, total = 0 }: PagePlace,
): Promise<number[]> {
  const isLate = offset < total && offset > total / 2;
  const behind = Math.max(0, total - offset - limit);
  const ids = await idsInOrder(db, rows, {
    order: orderOf(rows, isLate),
    limit: isLate ? Math.min(limit, total - offset) : limit,
    offset: isLate ? behind : offset,
  });
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
    const found = await idsInOrder(
      db,
      { ...rows, where: and(where, branch) },
      { order: orderOf(rows, backward), limit: limit - ids.length },
    );
    ids.push(...found);
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
