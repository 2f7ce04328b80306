import { drizzle } from 'drizzle-orm/node-postgres';
import type { Column } from 'drizzle-orm';
import { types, type CustomTypesConfig, type Pool, type PoolClient } from 'pg';
import type { Database } from './connect.ts';

type Fields = Record<string, Column>;
type RowOf<Selected extends Fields> = {
  [Key in keyof Selected]: Selected[Key]['_']['notNull'] extends true
    ? Selected[Key]['_']['data']
    : Selected[Key]['_']['data'] | null;
};

export interface BatchQuery<Selected extends Fields, More> {
  /** What the statement selects, in its order. */
  fields: Selected;
  /** As the query builder's `toSQL()` gives it. */
  statement: { sql: string; params: unknown[] };
  /** Reads what belongs to the rows of a batch, as of the same moment. */
  more(db: Database, rows: RowOf<Selected>[]): Promise<More>;
  /** Rows of a batch. */
  size: number;
}

interface Batch<Selected extends Fields, More> {
  rows: RowOf<Selected>[];
  more: More;
}

/**
 * The rows of a statement of any size, all as of the moment it began. While a batch is worked on, the next one is read: two are in memory.
 * A connection is taken until the last batch was read or the reader has gone (`return`).
 */
export async function* inBatches<Selected extends Fields, More>(
  pool: Pool,
  query: BatchQuery<Selected, More>,
): AsyncGenerator<Batch<Selected, More>, void> {
  const client = await pool.connect();
  const db = drizzle(client);
  const read = async (): Promise<Batch<Selected, More>> => {
    const rows = await fetchNext(client, query.fields, query.size);
    return { rows, more: await query.more(db, rows) };
  };
  let next: Promise<Batch<Selected, More>> | undefined;
  try {
    await client.query('begin isolation level repeatable read read only');
    // Whole hours from Greenwich, as the reading of instants below expects.
    await client.query("set local time zone 'UTC'");
    await client.query(`declare batches no scroll cursor for ${query.statement.sql}`, query.statement.params);
    for (next = read(); next !== undefined;) {
      const batch: Batch<Selected, More> = await next;
      next = batch.rows.length < query.size ? undefined : read();
      // Whoever awaits it hears of a failure; a reader who goes does not want to.
      next?.catch(() => undefined);
      if (batch.rows.length > 0) yield batch;
    }
  } finally {
    await next?.catch(() => undefined);
    await release(client);
  }
}

/** `2026-03-05 17:00:00+00` as ISO 8601 writes it, which is read several times faster. */
const isoOf = (text: string): string => `${text.slice(0, 10)}T${text.slice(11)}:00`;

/** An instant comes as a text, of which its column makes a date. */
const parsers: CustomTypesConfig = {
  getTypeParser: ((oid: Parameters<typeof types.getTypeParser>[0], format?: 'text' | 'binary') =>
    oid === types.builtins.TIMESTAMPTZ ? isoOf : types.getTypeParser(oid, format)) as CustomTypesConfig['getTypeParser'],
};

async function fetchNext<Selected extends Fields>(
  client: PoolClient,
  fields: Selected,
  size: number,
): Promise<RowOf<Selected>[]> {
  const { rows } = await client.query<unknown[]>({ text: `fetch ${size} from batches`, rowMode: 'array', types: parsers });
  const [keys, columns] = [Object.keys(fields), Object.values(fields)];
  return rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < keys.length; index += 1) {
      const value = values[index];
      row[keys[index] as string] = value === null ? null : columns[index]?.mapFromDriverValue(value);
    }
    return row as RowOf<Selected>;
  });
}

/** Nothing was changed, so there is nothing to commit; a connection that cannot even end its transaction is given up. */
async function release(client: PoolClient): Promise<void> {
  try {
    await client.query('rollback');
    client.release();
  } catch (error) {
    client.release(error instanceof Error ? error : true);
  }
}
