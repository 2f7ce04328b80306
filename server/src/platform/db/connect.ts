import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Client, Pool, type ClientConfig, type PoolConfig } from 'pg';
import type { Logger } from 'pino';
import { isRecord } from '@lintel/contract/core/narrow';
import { connectingTo, readingFrom, Replica } from './replica.ts';
import { StatementWatch } from './statements.ts';
import { shares, type Work } from './work.ts';

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

/** Connections of one kind. */
export interface Connections {
  pool: Pool;
  db: Database;
}

/** The connections for requests, and those for other work. */
export interface OpenDatabase extends Connections {
  /** PostgreSQL's own address, for code that opens its own connection. */
  address: string;
  /**
   * For heavy reads: single read statements run on the replica, if there is one; so does everything
   * over its `apart`.
   */
  reports: Connections & Pick<OpenDatabase, 'apart'>;
  jobs: Connections;
  /** Each kind of work's connections, for metrics. */
  pools: Readonly<Record<Exclude<Work, 'replica'>, Pool>> & { readonly replica?: Pool };
  /** The source of report reads; null without a replica. */
  replica: Replica | null;
  /** Statistics of their statements. */
  statements: StatementWatch;
  /**
   * Separate connections for one part of the process, directly to PostgreSQL; closed together with
   * these.
   */
  apart(max: number): Connections;
  /**
   * Opens ten request connections now and keeps that many open: opening one costs PostgreSQL and
   * this process about 5 ms, which the first burst of requests after a quiet period would wait for.
   * Ignores an unavailable database.
   */
  warmUp(): Promise<void>;
  close(): Promise<void>;
}

/**
 * In milliseconds: for connecting; for waiting for a free connection, after which the database
 * counts as unavailable; and for closing.
 */
const patience = { connecting: 10_000, waiting: 60_000, closing: 5000 };
/** How long an extra request connection stays open when idle, in milliseconds. */
const idleFor = 5 * 60_000;
/**
 * Connections that a warmed-up process keeps open: not all, since old and new processes run side by
 * side during an upgrade, and PostgreSQL accepts 100 by default.
 */
const idleConnections = 10;
/** For connecting to a replica; the primary is the fallback. */
const replicaPatience = 3000;

/** A connection of one kind of work, with timed statements. */
const createClientClass = (watch: StatementWatch, work: Work): typeof Client =>
  class extends Client {
    constructor(config?: string | ClientConfig) {
      super({
        ...(typeof config === 'string' ? { connectionString: config } : config),
        connectionTimeoutMillis: work === 'replica' ? replicaPatience : patience.connecting,
      });
      const query = super.query.bind(this);
      this.query = timed(query, watch, work);
    }
  };

/** Wraps `query` with timing, both for callbacks and promises. */
function timed(query: Client['query'], watch: StatementWatch, work: Work): Client['query'] {
  const watching = (...given: unknown[]): unknown => {
    const statement = statementText(given[0]);
    if (statement === null) return Reflect.apply(query, null, given);
    const ended = watch.begin(statement, work);
    const told = given.at(-1);
    if (typeof told === 'function') {
      const callback = (error: unknown, result: unknown): unknown => {
        ended(error ?? undefined);
        return Reflect.apply(told, null, [error, result]);
      };
      return Reflect.apply(query, null, [...given.slice(0, -1), callback]);
    }
    const result: unknown = Reflect.apply(query, null, given);
    if (result instanceof Promise)
      result.then(
        () => ended(),
        (error: unknown) => ended(error),
      );
    return result;
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it passes on its arguments and result unchanged
  return watching as Client['query'];
}

/** Null for queries that stream their rows. */
function statementText(config: unknown): string | null {
  if (typeof config === 'string') return config;
  if (!isRecord(config) || 'submit' in config) return null;
  return typeof config['text'] === 'string' ? config['text'] : null;
}

export interface OpenOptions {
  /** Connections for requests. */
  max?: number;
  /**
   * PostgreSQL's own address, when the first one belongs to a transaction pooler: work that needs a
   * connection for longer goes there.
   */
  direct?: string | undefined;
  /** A streaming replica for reports. */
  replica?: { address: string; log: Logger } | undefined;
  onError?: (error: Error) => void;
  /** Times statements; doesn't log by default. */
  statements?: StatementWatch;
}

/**
 * Drizzle doesn't release a connection whose `begin` fails, as on one that PostgreSQL has just
 * closed: each database restart would shrink the pool.
 */
export function drizzleOn(pool: Pool): NodePgDatabase {
  const db = drizzle(pool);
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    try {
      return await drizzle(client).transaction(work, config);
    } finally {
      // The pool itself checks whether the connection is still usable.
      client.release();
    }
  };
  return db;
}

const connections = (pool: Pool): Connections => ({ pool, db: drizzleOn(pool) });

/**
 * Opens a database: `max` connections for requests, plus those for reports and jobs, each opened on
 * demand. Statements that exceed the limit of their kind of work are canceled.
 */
export function openDatabase(connectionString: string, options: OpenOptions = {}): OpenDatabase {
  let isClosing = false;
  // A server stopped together with this process closes connections that are already closing.
  const onError = (error: Error): void => {
    if (!isClosing) options.onError?.(error);
  };
  const { direct, statements = new StatementWatch() } = options;
  const isPooled = direct !== undefined;
  const address = direct ?? connectionString;
  const { address: replicaAddress = address } = options.replica ?? {};
  const addresses = { requests: connectionString, replica: replicaAddress };
  const configOf = (work: Work, max: number = shares[work].max): PoolConfig => ({
    connectionString: { reports: address, jobs: address, ...addresses }[work],
    max,
    // A pooler rejects it: set it on the database user there (docs/operations/running.md).
    ...(!(isPooled && work === 'requests') && { statement_timeout: shares[work].seconds * 1000 }),
    connectionTimeoutMillis: patience.waiting,
    ...(work === 'requests' && { idleTimeoutMillis: idleFor }),
    Client: createClientClass(statements, work),
    keepAlive: true,
    application_name: work === 'requests' ? 'lintel' : `lintel ${work}`,
  });
  // Without a listener, an idle connection that closes (a server restart) would crash this process.
  const watched = <Opened extends Pool>(pool: Opened): Opened => {
    pool.on('error', onError);
    pool.on('connect', (client) => client.on('error', onError));
    return pool;
  };
  const all: Pool[] = [];
  const open = (work: Work, max?: number): Pool => {
    const opened = watched(new Pool(configOf(work, max)));
    all.push(opened);
    return opened;
  };
  const pool = open('requests', options.max);
  const jobs = open('jobs');
  const reports = { primary: open('reports'), secondary: open('replica') };
  const replica = options.replica === undefined ? null : new Replica(options.replica.log);
  return {
    address,
    ...connections(pool),
    reports: {
      ...connections(replica === null ? reports.primary : readingFrom(replica, reports)),
      apart: (max) => {
        const primary = open('reports', max);
        return connections(
          replica === null
            ? primary
            : connectingTo(replica, { primary, secondary: open('replica', max) }),
        );
      },
    },
    jobs: connections(jobs),
    pools: {
      requests: pool,
      reports: reports.primary,
      jobs,
      ...(replica && { replica: reports.secondary }),
    },
    replica,
    statements,
    apart: (max) => connections(open('jobs', max)),
    warmUp: async () => {
      const idleLimit = Math.min(pool.options.max, idleConnections);
      pool.options.min = idleLimit;
      // Run concurrently, so that each uses another connection.
      await Promise.allSettled(Array.from({ length: idleLimit }, () => pool.query('select 1')));
    },
    close: async () => {
      isClosing = true;
      // A connection still waiting for an unresponsive database is cut when the process exits.
      const patient = sleep(patience.closing, undefined, { ref: false });
      const ended = all.map((one) => one.end());
      await Promise.race([Promise.all(ended), patient]);
    },
  };
}
