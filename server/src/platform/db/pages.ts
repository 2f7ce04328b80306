import { and, count, inArray, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './connect.ts';
import type { Search } from './folded.ts';

/** A table's rows in an order; ties are ordered by id. */
export interface OrderedRows {
  table: PgTable;
  id: PgColumn;
  /** The rows, as SQL; undefined for all. */
  where: SQL | undefined;
  /**
   * A condition on the row of `after` or `before`, such as the contractor's id; undefined for any
   * row.
   */
  scope?: SQL | undefined;
  /** The sort keys, the first one first. Only a single key may be nullable. */
  keys: readonly SQL[];
  descending: boolean;
  /** Rows without the key come last in both directions. */
  isNullable?: boolean;
  /** Words that the rows must contain. */
  search?: Search | undefined;
  /**
   * The order of an index that includes the searched text. Its first entries show how common words
   * are.
   */
  wordsBy?: SQL;
}

export interface PagePlace {
  offset: number;
  limit: number;
  /** The id of the last row before the page. */
  after?: number | undefined;
  /** The id of the first row after the page. */
  before?: number | undefined;
}

/** The maximum count: more rows take longer to count than a page takes to read. */
export const countedUpTo = 10_000;

export interface Total {
  /** At most 10,000, or 1,000 for a search, or the rows up to the end of a later page. */
  total: number;
  /** There are more rows than `total`. */
  more?: true;
}

/**
 * A search with no more matches reads all of them from its index and sorts them. With more, reading
 * in order finds a page quickly, and the total is cut off here.
 */
export const searchedUpTo = 1000;

/** The order in SQL, or reversed. */
export function buildOrder(
  {
    keys,
    id,
    descending,
    isNullable,
  }: Pick<OrderedRows, 'keys' | 'id' | 'descending' | 'isNullable'>,
  backward = false,
): SQL {
  const direction = descending === backward ? sql`asc` : sql`desc`;
  const empty = backward ? sql` nulls first` : sql` nulls last`;
  const columns = keys.map((key) => sql`${key} ${direction}${isNullable ? empty : sql``}`);
  return sql.join([...columns, sql`${id} ${direction}`], sql`, `);
}

/** Counts the rows that meet a condition, up to 10,000 or to the end of a page. */
export async function countUpTo(
  db: Database,
  table: PgTable,
  where: SQL | undefined,
  pageEnd: number,
): Promise<Total> {
  const atMost = Math.max(countedUpTo, pageEnd);
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .limit(atMost + 1)
    .as('some');
  const [counted] = await db.select({ total: count() }).from(some);
  const total = counted?.total ?? 0;
  return total > atMost ? { total: atMost, more: true } : { total };
}

async function idsInOrder(
  db: Database,
  { id, table, where, search }: OrderedRows,
  { order, offset = 0, limit }: { order: SQL; offset?: number; limit: number },
): Promise<number[]> {
  const found = await db
    .select({ id })
    .from(table)
    .where(and(where, search?.row))
    .orderBy(order)
    .limit(limit)
    .offset(offset);
  return found.map((one) => Number(one.id));
}

const row = (parts: readonly SQL[]): SQL => sql`(${sql.join([...parts], sql`, `)})`;

/**
 * The ids of the rows next to a known one, without reading those before it; null if that row is
 * gone.
 */
async function idsNextTo(
  db: Database,
  rows: OrderedRows,
  { near, backward, limit }: { near: number; backward: boolean; limit: number },
): Promise<number[] | null> {
  const { table, id, where, keys, descending, isNullable = false, scope } = rows;
  // As text: a JavaScript date has no microseconds.
  const texts = sql.join(
    keys.map((key) => sql`(${key})::text`),
    sql`, `,
  );
  const [anchor] = await db
    .select({ values: sql<(string | null)[]>`array[${texts}]::text[]` })
    .from(table)
    .where(and(sql`${id} = ${near}`, scope))
    .limit(1);
  if (anchor === undefined) return null;
  const compare = descending === backward ? sql`>` : sql`<`;
  const [key = sql`null`] = keys;
  const isEmpty = isNullable && anchor.values[0] === null;
  const values = anchor.values.map((value) => sql`${value}`);
  const branches = [
    isEmpty
      ? sql`${key} is null and ${id} ${compare} ${near}`
      : sql`${row([...keys, sql`${id}`])} ${compare} ${row([...values, sql`${near}`])}`,
  ];
  // A page may start in the rows with a key and end in those without one.
  if (isNullable && isEmpty === backward)
    branches.push(backward ? sql`${key} is not null` : sql`${key} is null`);
  const ids: number[] = [];
  const order = buildOrder(rows, backward);
  for (const branch of branches) {
    const page = { order, limit: limit - ids.length };
    ids.push(...(await idsInOrder(db, { ...rows, where: and(where, branch) }, page)));
    if (ids.length >= limit) break;
  }
  return backward ? ids.toReversed() : ids;
}

/** A search is common when at least this many of the sampled rows match. */
const looked = { rows: 2000, matches: 20 } as const;

/**
 * Whether at least one row in a hundred contains the words. Reading in order finds a thousand of
 * these quickly, while the trigram index would read the entries of all contractors.
 */
async function isCommon(
  db: Database,
  { table, scope, search, wordsBy }: OrderedRows,
): Promise<boolean> {
  if (search === undefined || wordsBy === undefined) return false;
  const some = db
    .select({ isMatch: search.row.as('is_match') })
    .from(table)
    .where(scope)
    .orderBy(wordsBy)
    .limit(looked.rows)
    .as('some');
  const [found] = await db
    .select({ matches: count() })
    .from(some)
    .where(sql`is_match`);
  return (found?.matches ?? 0) >= looked.matches;
}

/** The ids of a search's matches, in order; null when there are many. */
async function fewMatches(db: Database, rows: OrderedRows): Promise<number[] | null> {
  const { table, id, where, search, scope } = rows;
  const words = (await isCommon(db, rows)) ? search?.row : search?.index;
  // Selects only the id, so that an index-only scan is possible.
  const some = db
    .select({ id })
    .from(table)
    .where(and(where, words))
    .limit(searchedUpTo + 1)
    .as('some');
  const [found] = await db
    .select({
      total: count(),
      ids: sql<
        (number | string)[] | null
      >`case when count(*) <= ${searchedUpTo} then array_agg(${some.id}) end`,
    })
    .from(some);
  if (found === undefined || found.total > searchedUpTo) return null;
  const ids = found.ids ?? [];
  if (ids.length === 0) return [];
  const ordered = await db
    .select({ id })
    .from(table)
    .where(and(scope, inArray(id, ids)))
    .orderBy(buildOrder(rows));
  return ordered.map((one) => Number(one.id));
}

/** The ids on a page, out of all ids. */
function slicePage(ids: readonly number[], { offset, limit, after, before }: PagePlace): number[] {
  const near = after ?? before;
  const at = near === undefined ? -1 : ids.indexOf(near);
  if (at < 0) return ids.slice(offset, offset + limit);
  return after === undefined
    ? ids.slice(Math.max(0, at - limit), at)
    : ids.slice(at + 1, at + 1 + limit);
}

/**
 * A page's ids in order, and the total. Ids come first so that no skipped row is read. With `after`
 * or `before`, the last page is as fast as the first; if that row is gone, the page is found by its
 * offset.
 */
export async function readPage(
  db: Database,
  rows: OrderedRows,
  place: PagePlace,
): Promise<Total & { ids: number[] }> {
  const { offset, limit } = place;
  if (rows.search !== undefined) {
    const few = await fewMatches(db, rows);
    if (few !== null) return { ids: slicePage(few, place), total: few.length };
  }
  const { ids, isLast } = await selectPageIds(db, rows, place);
  if (rows.search !== undefined) {
    if (isLast && ids.length > 0 && offset >= searchedUpTo)
      return { ids, total: offset + ids.length };
    return { ids, total: Math.max(searchedUpTo, offset + ids.length), more: true };
  }
  const isWithin = ids.length > 0 || offset === 0;
  const isLate = offset + limit > countedUpTo;
  const isByNumber = place.after === undefined && place.before === undefined;
  if (isWithin && isLast && (isByNumber || isLate)) return { ids, total: offset + ids.length };
  if (isWithin && isLate) return { ids, total: offset + limit, more: true };
  return { ids, ...(await countUpTo(db, rows.table, rows.where, offset + limit)) };
}

/** A page's ids, and whether it is known to be the last page. */
async function selectPageIds(
  db: Database,
  rows: OrderedRows,
  place: PagePlace,
): Promise<{ ids: number[]; isLast: boolean }> {
  const { offset, limit, after, before } = place;
  const backward = after === undefined && before !== undefined;
  const near = after ?? before;
  // One extra row shows whether there is another page.
  const adjacent =
    near === undefined
      ? null
      : await idsNextTo(db, rows, { near, backward, limit: backward ? limit : limit + 1 });
  if (adjacent !== null && backward) return { ids: adjacent, isLast: false };
  const order = buildOrder(rows);
  const ids = adjacent ?? (await idsInOrder(db, rows, { order, offset, limit: limit + 1 }));
  return { ids: ids.slice(0, limit), isLast: ids.length <= limit };
}
