import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Client, Pool, type ClientConfig, type PoolClient, type PoolConfig } from 'pg';
import { currentWork, shares, type Work } from './work.ts';

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
  /** Gives connections of the kind of work that asks (`forWork`). */
  pool: Pool;
  db: Database;
  /** The connections of each kind of work, to be looked at. */
  pools: Readonly<Record<Work, Pool>>;
  /**
   * Connections of their own for one part of the process, whatever work it is, to PostgreSQL itself;
   * closed together with these.
   */
  apart(max: number): { pool: Pool; db: Database };
  close(): Promise<void>;
}

/**
 * In milliseconds: for connecting; for waiting for a free connection, after which the database
 * counts as away; and for closing.
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

/** Takes each connection from the pool of the work that asks for it. */
class SharedPool extends Pool {
  readonly #others: Partial<Record<Work, Pool>>;

  constructor(config: PoolConfig, others: Partial<Record<Work, Pool>>) {
    super(config);
    this.#others = others;
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Parameters<Pool['connect']>[0]): void;
  override connect(callback?: Parameters<Pool['connect']>[0]): Promise<PoolClient> | void {
    const other = this.#others[currentWork()];
    if (other === undefined)
      return callback === undefined ? super.connect() : super.connect(callback);
    return callback === undefined ? other.connect() : other.connect(callback);
  }

  override async end(): Promise<void> {
    await Promise.all([super.end(), ...Object.values(this.#others).map((other) => other.end())]);
  }
}

export interface OpenOptions {
  /** Connections for requests. */
  max?: number;
  /**
   * The address of PostgreSQL itself, where the first one is that of a pooler that hands
   * connections out for one transaction each: whatever needs a connection for longer goes there.
   */
  direct?: string | undefined;
  onError?: (error: Error) => void;
}

/**
 * Opens a database: `max` connections for requests, and those of reports and of jobs besides, each
 * opened when it is first needed. Statements that run for longer than their kind of work may are
 * ended.
 */
export function openDatabase(connectionString: string, options: OpenOptions = {}): OpenDatabase {
  const onError = (error: Error): void => options.onError?.(error);
  const { direct } = options;
  const isPooled = direct !== undefined;
  const configOf = (work: Work, max: number): PoolConfig => ({
    connectionString: work === 'requests' ? connectionString : (direct ?? connectionString),
    max,
    // A pooler refuses it: there the database's user has it (docs/operations.md).
    ...(!(isPooled && work === 'requests') && { statement_timeout: shares[work].seconds * 1000 }),
    connectionTimeoutMillis: patience.waiting,
    Client: PromptClient,
    keepAlive: true,
    application_name: work === 'requests' ? 'lintel' : `lintel ${work}`,
  });
  // Without a listener, an idle connection that ends (the server restarts) would end this process.
  const watched = <Opened extends Pool>(pool: Opened): Opened => {
    pool.on('error', onError);
    pool.on('connect', (client) => client.on('error', onError));
    return pool;
  };
  const open = (work: Work, max: number): Pool => watched(new Pool(configOf(work, max)));
  const pools = {
    reports: open('reports', shares.reports.max),
    jobs: open('jobs', shares.jobs.max),
  };
  const pool = watched(
    new SharedPool(configOf('requests', options.max ?? shares.requests.max), pools),
  );
  const others: Pool[] = [];
  return {
    pool,
    db: drizzle(pool),
    pools: { requests: pool, ...pools },
    apart: (max) => {
      const other = open('jobs', max);
      others.push(other);
      return { pool: other, db: drizzle(other) };
    },
    close: async () => {
      // A connection that still waits for a silent database is cut when the process ends.
      const patient = sleep(patience.closing, undefined, { ref: false });
      await Promise.race([Promise.all([pool, ...others].map((one) => one.end())), patient]);
    },
  };
}
