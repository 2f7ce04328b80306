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
type FieldValues<Fields extends Record<string, Field>> = {
  [Key in keyof Fields]: Value<Fields[Key]>;
};

interface BatchQuery<Fields extends Record<string, Field>> {
  /** The selected fields, in the statement's order. Expressions keep the driver's type. */
  fields: Fields;
  /** From the query builder's `toSQL()`. */
  statement: { sql: string; params: unknown[] };
  /** Rows per batch. */
  size: number;
}

/**
 * Yields the rows of a statement of any size, all as of its start. The next batch is read while one
 * is processed, so two are in memory. Holds a connection until the last batch is read or the reader
 * stops (`return`).
 */
export async function* inBatches<Fields extends Record<string, Field>>(
  pool: Pool,
  { fields, statement, size }: BatchQuery<Fields>,
): AsyncGenerator<FieldValues<Fields>[], void> {
  const client = await pool.connect();
  let next: Promise<FieldValues<Fields>[]> | undefined;
  try {
    await client.query('begin isolation level repeatable read read only');
    // `isoOf` below expects whole-hour UTC offsets.
    await client.query("set local time zone 'UTC'");
    await client.query(`declare batches no scroll cursor for ${statement.sql}`, statement.params);
    for (next = fetchNext(client, fields, size); next !== undefined;) {
      const rows: FieldValues<Fields>[] = await next;
      next = rows.length < size ? undefined : fetchNext(client, fields, size);
      // The awaiting reader gets the error; a reader that has stopped must not cause an unhandled
      // rejection.
      next?.catch(() => undefined);
      if (rows.length > 0) yield rows;
    }
  } finally {
    await next?.catch(() => undefined);
    await release(client);
  }
}

/** Converts `2026-03-05 17:00:00+00` to ISO 8601, which parses several times faster. */
const toIso = (text: string): string => `${text.slice(0, 10)}T${text.slice(11)}:00`;

/** Instants stay text here; their columns convert them to dates. */
const parsers: CustomTypesConfig = {
  getTypeParser: ((oid: Parameters<typeof types.getTypeParser>[0], format?: 'text' | 'binary') =>
    oid === types.builtins.TIMESTAMPTZ
      ? toIso
      : types.getTypeParser(oid, format)) as CustomTypesConfig['getTypeParser'],
};

async function fetchNext<Fields extends Record<string, Field>>(
  client: PoolClient,
  fields: Fields,
  size: number,
): Promise<FieldValues<Fields>[]> {
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
    return row as FieldValues<Fields>;
  });
}

/** Nothing was changed, so roll back. A connection that can't roll back is closed. */
async function release(client: PoolClient): Promise<void> {
  try {
    await client.query('rollback');
    client.release();
  } catch (error) {
    client.release(error instanceof Error ? error : true);
  }
}

/**
 * Yields rows one by one, read in pages. `readAfter` returns the rows after `last` (null: the first
 * page) in a stable order, and none at the end. Holds no connection between pages, so this suits
 * append-only tables.
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
