import { Column, is, type SQL } from 'drizzle-orm';
import { types, type CustomTypesConfig, type Pool, type PoolClient } from 'pg';

type Field = Column | SQL;
type Value<Selected extends Field> = Selected extends Column
  ? Selected['_']['notNull'] extends true
    ? Selected['_']['data']
    : Selected['_']['data'] | null
  : Selected extends SQL<infer Type>
    ? Type
    : never;
type RowOf<Fields extends Record<string, Field>> = { [Key in keyof Fields]: Value<Fields[Key]> };

interface BatchQuery<Fields extends Record<string, Field>> {
  /**
   * What the statement selects, in its order. An expression's value is taken as the driver reads
   * it.
   */
  fields: Fields;
  /** As the query builder's `toSQL()` gives it. */
  statement: { sql: string; params: unknown[] };
  /** Rows of a batch. */
  size: number;
}

/**
 * The rows of a statement of any size, all as of the moment it began. While a batch is worked on,
 * the next one is read: two are in memory. A connection is taken until the last batch was read or
 * the reader has gone (`return`).
 */
export async function* inBatches<Fields extends Record<string, Field>>(
  pool: Pool,
  { fields, statement, size }: BatchQuery<Fields>,
): AsyncGenerator<RowOf<Fields>[], void> {
  const client = await pool.connect();
  let next: Promise<RowOf<Fields>[]> | undefined;
  try {
    await client.query('begin isolation level repeatable read read only');
    // Whole hours from Greenwich, as the reading of instants below expects.
    await client.query("set local time zone 'UTC'");
    await client.query(`declare batches no scroll cursor for ${statement.sql}`, statement.params);
    for (next = fetchNext(client, fields, size); next !== undefined;) {
      const rows: RowOf<Fields>[] = await next;
      next = rows.length < size ? undefined : fetchNext(client, fields, size);
      // Whoever awaits it gets the error; a reader who has left must not cause an unhandled
      // rejection.
      next?.catch(() => undefined);
      if (rows.length > 0) yield rows;
    }
  } finally {
    await next?.catch(() => undefined);
    await release(client);
  }
}

/** `2026-03-05 17:00:00+00` in ISO 8601, which parses several times faster. */
const isoOf = (text: string): string => `${text.slice(0, 10)}T${text.slice(11)}:00`;

/** Instants stay text here; their column turns them into dates. */
const parsers: CustomTypesConfig = {
  getTypeParser: ((oid: Parameters<typeof types.getTypeParser>[0], format?: 'text' | 'binary') =>
    oid === types.builtins.TIMESTAMPTZ
      ? isoOf
      : types.getTypeParser(oid, format)) as CustomTypesConfig['getTypeParser'],
};

async function fetchNext<Fields extends Record<string, Field>>(
  client: PoolClient,
  fields: Fields,
  size: number,
): Promise<RowOf<Fields>[]> {
  const { rows } = await client.query<unknown[]>({
    text: `fetch ${size} from batches`,
    rowMode: 'array',
    types: parsers,
  });
  const columns = Object.entries(fields).map(
    ([key, field]) => [key, is(field, Column) ? field : undefined] as const,
  );
  return rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (const [index, [key, column]] of columns.entries()) {
      const value = values[index];
      row[key] = value === null || column === undefined ? value : column.mapFromDriverValue(value);
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one value for each of the fields
    return row as RowOf<Fields>;
  });
}

/**
 * Nothing was changed, so there is nothing to commit. A connection that cannot even roll back is
 * dropped.
 */
async function release(client: PoolClient): Promise<void> {
  try {
    await client.query('rollback');
    client.release();
  } catch (error) {
    client.release(error instanceof Error ? error : true);
  }
}

/**
 * Yields rows one by one, read in pages. `readAfter` gives the rows that follow `last` (null: the
 * first page) in a stable order, and none at the end. No connection is held between pages, so this
 * suits tables that only grow.
 */
export async function* inPages<Row>(
  readAfter: (last: Row | null) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  let last: Row | null = null;
  for (;;) {
    const rows: readonly Row[] = await readAfter(last);
    yield* rows;
    last = rows.at(-1) ?? null;
    if (last === null) return;
  }
}
