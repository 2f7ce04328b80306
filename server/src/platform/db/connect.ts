import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Client, Pool, type ClientConfig } from 'pg';

/** A pool or an open transaction: repositories take either as their first parameter. */
export type Database = Pick<
  NodePgDatabase,
  | 'select'
  | 'selectDistinct'
  | 'selectDistinctOn'
  | 'insert'
  | 'update'
  | 'delete'
  | 'execute'
  | 'transaction'
  | 'with'
  | '$with'
>;

export interface OpenDatabase {
  pool: Pool;
  db: Database;
  /** Another pool on the same database, closed together with this one. */
  apart(max: number): OpenDatabase;
  close(): Promise<void>;
}

/**
 * In milliseconds: for connecting; for waiting for a free connection, after which the database
 * counts as away, and for running one statement; and for closing.
 */
const patience = { connecting: 10_000, waiting: 60_000, closing: 5000 };

class PromptClient extends Client {
  constructor(config?: string | ClientConfig) {
    super({
      ...(typeof config === 'string' ? { connectionString: config } : config),
      connectionTimeoutMillis: patience.connecting,
    });
  }
}

/** Opens a pool of at most `max` connections. Statements that run for over a minute are ended. */
export function openDatabase(
  connectionString: string,
  options: { max?: number; onError?: (error: Error) => void } = {},
): OpenDatabase {
  const pool = new Pool({
    connectionString,
    max: options.max ?? 20,
    statement_timeout: patience.waiting,
    connectionTimeoutMillis: patience.waiting,
    Client: PromptClient,
    keepAlive: true,
    application_name: 'lintel',
  });
  // Without a listener, an idle connection that ends (the server restarts) would end this process.
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
      // A connection that still waits for a silent database is cut when the process ends.
      await Promise.race([pool.end(), sleep(patience.closing, undefined, { ref: false })]);
    },
  };
}
