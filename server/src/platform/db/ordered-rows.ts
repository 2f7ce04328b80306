import { and, sql, type SQL } from 'drizzle-orm';
import { PgDialect, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './connect.ts';
import { InTurn } from './in-turn.ts';

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
   * What they must contain besides. What many rows have is found among the next rows of the order,
   * what few have by an index of its own.
   */
  matching?: Matching | undefined;
}

export interface Matching {
  /** Asked of rows that are there. */
  row: SQL;
  /** The same, as an index answers it soonest. */
  index: SQL;
  /** Which part of the rows meets it, as far as that is known. */
  share?: number | undefined;
}

/** What meets all of several; of nothing, undefined. */
export function allOf(parts: readonly Matching[]): Matching | undefined {
  const [row, index] = [and(...parts.map((one) => one.row)), and(...parts.map((one) => one.index))];
  if (row === undefined || index === undefined) return undefined;
  // As if one had nothing to do with another.
  const share = parts.reduce<number | undefined>(
    (product, one) =>
      product === undefined || one.share === undefined ? undefined : product * one.share,
    1,
  );
  return { row, index, share };
}

/** The order in SQL, or the same from its end. */
export function orderOf(
  {
    keys,
    id,
    descending,
    isNullable,
  }: Pick<OrderedRows, 'keys' | 'descending' | 'isNullable'> & { id: PgColumn | SQL },
  backward: boolean,
): SQL {
  const direction = descending === backward ? sql`asc` : sql`desc`;
  const empty = backward ? sql` nulls first` : sql` nulls last`;
  const columns = keys.map((key) => sql`${key} ${direction}${isNullable ? empty : sql``}`);
  return sql.join([...columns, sql`${id} ${direction}`], sql`, `);
}

/** How many rows are looked through before the index of words is asked. */
export const lookedThrough = 2000;

/** So many at the most, where the first ones tell that a page is likely to be full by then. */
const lookedFurther = 20_000;

/** Whether a page is likely to be full before so many rows were looked through. */
export const isFoundSoon = ({ share }: Matching, rows: number): boolean =>
  share === undefined || share * lookedThrough >= rows;

export interface Found {
  ids: number[];
  /** How many rows were looked through. */
  walked: number;
  /** There are no more rows, so that these are all that match. */
  isAll: boolean;
}

/**
 * The ids that match among the next rows of an order. A search by its index reads and sorts all that match,
 * which takes long for a word that every sixth row has; this reads so many rows and no more.
 */
export async function matchesAmongFirst(
  db: Database,
  { table, id, where, matching }: OrderedRows,
  order: SQL,
  limit = lookedThrough,
): Promise<Found> {
  const next = db
    .select({
      id: sql<number>`${id}`.as('id'),
      isMatch: sql<boolean>`(${matching?.row ?? sql`true`})`.as('is_match'),
      place: sql<number>`row_number() over (order by ${order})`.as('place'),
    })
    .from(table)
    .where(where)
    .orderBy(order)
    .limit(limit)
    .as('next');
  const [found] = await db
    .select({
      ids: sql<
        number[] | null
      >`json_agg(${next.id} order by ${next.place}) filter (where ${next.isMatch})`,
      walked: sql<number>`count(*)::int`,
    })
    .from(next);
  const walked = found?.walked ?? 0;
  return { ids: (found?.ids ?? []).map(Number), walked, isAll: walked < limit };
}

/**
 * How many rows to look through for so many matches, as the first ones tell: twice as many as would
 * do if the matches were spread evenly. Null where that is too many.
 */
export function howFar({ ids, walked }: Found, wanted: number): number | null {
  const far = Math.ceil((2 * wanted * walked) / ids.length);
  return far > lookedFurther ? null : far;
}

const dialect = new PgDialect();
/** Searches by an index of words, of which each may read very much of it. */
const searches = new InTurn(4);

/**
 * The ids of a page of what matches, by the index, and how many match in all. All of them are read
 * for that: a limit would make the planner walk the order in the hope of finding them soon.
 */
export async function matchesByIndex(
  db: Database,
  rows: OrderedRows,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ ids: number[]; total: number }> {
  const { table, id, where, matching, keys } = rows;
  const names = keys.map((_key, at) => sql.raw(`key${at}`));
  const columns = keys.map((key, at) => sql`, ${key} as ${names[at]}`);
  const order = orderOf({ ...rows, id: sql`id`, keys: names }, false);
  const asked = sql`
    with found as materialized (
      select ${id} as id${sql.join(columns)} from ${table} where ${and(where, matching?.index)}
    )
    select count(*)::int as total, (array_agg(id order by ${order}))[${offset + 1}::int:${offset + limit}::int] as ids
    from found`;
  const { sql: statement, params } = dialect.sqlToQuery(asked);
  const found = await searches.ask(db, JSON.stringify([statement, params]), () =>
    db.execute<{ ids: string[] | null; total: number }>(asked),
  );
  const [page] = found.rows;
  return { ids: (page?.ids ?? []).map(Number), total: page?.total ?? 0 };
}
