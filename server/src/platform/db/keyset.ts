import { and, sql, type SQL } from 'drizzle-orm';
import type { Database } from './connect.ts';
import {
  isFoundSoon,
  lookedThrough,
  matchesAmongFirst,
  orderOf,
  type OrderedRows,
} from './ordered-rows.ts';

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

/** Ids in an order, so many behind the first ones. */
async function idsInOrder(
  db: Database,
  rows: OrderedRows,
  { order, offset = 0, limit }: { order: SQL; offset?: number; limit: number },
): Promise<number[]> {
  const { id, table, where, matching } = rows;
  if (matching && offset + limit < lookedThrough && isFoundSoon(matching, offset + limit)) {
    const { ids, isAll } = await matchesAmongFirst(db, rows, order);
    if (isAll || ids.length >= offset + limit) return ids.slice(offset, offset + limit);
  }
  const found = await db
    .select({ id })
    .from(table)
    .where(and(where, matching?.index))
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
