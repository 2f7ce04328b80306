import { drizzle } from 'drizzle-orm/node-postgres';
import type { Column } from 'drizzle-orm';
import type { Pool, PoolClient } from 'pg';
import type { Database } from './connect.ts';

type Fields = Record<string, Column>;
type RowOf<Selected extends Fields> = {
  [Key in keyof Selected]: Selected[Key]['_']['notNull'] extends true
    ? Selected[Key]['_']['data']
    : Selected[Key]['_']['data'] | null;
};

/** A statement as the query builder's `toSQL()` gives it; it selects `fields` in their order. */
export interface BatchQuery<Selected extends Fields> {
  fields: Selected;
  statement: { sql: string; params: unknown[] };
}

/**
 * The rows of a statement of any size, `size` at a time, all as of the moment it began. A batch comes with the handle of its transaction, for
 * what belongs to its rows. A connection is taken until the last batch was read or the reader has gone (`return`).
 */
export async function* inBatches<Selected extends Fields>(
  pool: Pool,
  query: (db: Database) => BatchQuery<Selected>,
  size: number,
): AsyncGenerator<{ db: Database; rows: RowOf<Selected>[] }, void> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const db = drizzle(client);
    const { fields, statement } = query(db);
    await client.query(`declare batches no scroll cursor for ${statement.sql}`, statement.params);
    for (;;) {
      const rows = await fetchNext(client, fields, size);
      if (rows.length > 0) yield { db, rows };
      if (rows.length < size) break;
    }
  } finally {
    await release(client);
  }
}

async function fetchNext<Selected extends Fields>(
  client: PoolClient,
  fields: Selected,
  size: number,
): Promise<RowOf<Selected>[]> {
  const { rows } = await client.query<unknown[]>({ text: `fetch ${size} from batches`, rowMode: 'array' });
  const columns = Object.entries(fields);
  return rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (const [index, [key, column]] of columns.entries()) {
      const value = values[index];
      row[key] = value === null ? null : column.mapFromDriverValue(value);
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
