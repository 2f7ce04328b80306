import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';

/** A pool or an open transaction: repositories take either as their first parameter. */
export type Database = Pick<
  NodePgDatabase,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction' | 'with' | '$with'
>;

export interface OpenDatabase {
  pool: Pool;
  db: Database;
  /** Connections to the same database that are counted apart from these; they are closed with them. */
  apart(max: number): OpenDatabase;
  close(): Promise<void>;
}

/** How long somebody waits for a connection, in milliseconds: then the database counts as away. */
const patience = 10_000;

/** Opens a pool of at most `max` connections. Statements that run for over a minute are ended. */
export function openDatabase(
  connectionString: string,
  options: { max?: number; onError?: (error: Error) => void } = {},
): OpenDatabase {
  const pool = new Pool({
    connectionString,
    max: options.max ?? 20,
    statement_timeout: 60_000,
    connectionTimeoutMillis: patience,
    keepAlive: true,
    application_name: 'lintel',
  });
  // Without a listener an idle connection's end (a restart of the server) would end this process.
  const onError = (error: Error): void => options.onError?.(error);
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  const others: OpenDatabase[] = [];
  return {
    pool,
    db: drizzle(pool),
    apart: (max) => {
      const other = openDatabase(connectionString, { ...options, max });
      others.push(other);
      return other;
    },
    close: async () => {
      for (const one of others) await one.close();
      await pool.end();
    },
  };
}
