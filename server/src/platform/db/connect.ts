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
  /** Of PostgreSQL itself, for code that opens its own connection. */
  address: string;
  /**
   * For what reads much: single statements that read are answered by the replica, where there is
   * one; so is all that is read over its `apart`.
   */
  reports: Connections & Pick<OpenDatabase, 'apart'>;
  jobs: Connections;
  /** The connections of each kind of work, to be measured. */
  pools: Readonly<Record<Exclude<Work, 'replica'>, Pool>> & { readonly replica?: Pool };
  /** Where reports are read from; null without a replica. */
  replica: Replica | null;
  /** What is known of their statements. */
  statements: StatementWatch;
  /**
   * Connections of their own for one part of the process, to PostgreSQL itself; closed together
   * with these.
   */
  apart(max: number): Connections;
  /**
   * Opens ten connections for requests now, and keeps as many open from then on: opening one costs
   * PostgreSQL and this process together some 5 ms, which the first rush of requests after a quiet
   * time would wait for. A database that is away is no error here.
   */
  warmUp(): Promise<void>;
  close(): Promise<void>;
}

/**
 * In milliseconds: for connecting; for waiting for a free connection, after which the database
 * counts as away; and for closing.
 */
const patience = { connecting: 10_000, waiting: 60_000, closing: 5000 };
/** How long a connection for requests stays open without work, unless it stays open anyway, in milliseconds. */
const idleFor = 5 * 60_000;
/**
 * So many of them stay open in a process that is warmed up: not all, since old and new processes
 * run side by side during an upgrade, and PostgreSQL accepts 100 by default.
 */
const keptOpen = 10;
/** For connecting to a replica, in place of which the primary can be asked. */
const replicaPatience = 3000;

/** A connection of one kind of work, whose statements are timed. */
const clientOf = (watch: StatementWatch, work: Work): typeof Client =>
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

/** The same `query`, timed in both of its ways: with a callback at the end, or with a promise. */
function timed(query: Client['query'], watch: StatementWatch, work: Work): Client['query'] {
  const watching = (...given: unknown[]): unknown => {
    const statement = textOf(given[0]);
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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it passes on whatever it is given
  return watching as Client['query'];
}

/** Null for what reads its rows itself, piece by piece. */
function textOf(config: unknown): string | null {
  if (typeof config === 'string') return config;
  if (!isRecord(config) || 'submit' in config) return null;
  return typeof config['text'] === 'string' ? config['text'] : null;
}

export interface OpenOptions {
  /** Connections for requests. */
  max?: number;
  /**
   * The address of PostgreSQL itself, where the first one is that of a pooler that hands
   * connections out for one transaction each: whatever needs a connection for longer goes there.
   */
  direct?: string | undefined;
  /** A streaming replica for reports. */
  replica?: { address: string; log: Logger } | undefined;
  onError?: (error: Error) => void;
  /** Times what is asked; by itself it tells the log nothing. */
  statements?: StatementWatch;
}

/**
 * Drizzle never gives a connection back whose `begin` fails, as it does on one that PostgreSQL has
 * just ended: with each restart of the database a pool would have fewer of them.
 */
export function drizzleOn(pool: Pool): NodePgDatabase {
  const db = drizzle(pool);
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    try {
      return await drizzle(client).transaction(work, config);
    } finally {
      // The pool itself looks whether it can still be used.
      client.release();
    }
  };
  return db;
}

const connections = (pool: Pool): Connections => ({ pool, db: drizzleOn(pool) });

/**
 * Opens a database: `max` connections for requests, and those of reports and of jobs besides, each
 * opened when it is first needed. Statements that run for longer than their kind of work may are
 * ended.
 */
export function openDatabase(connectionString: string, options: OpenOptions = {}): OpenDatabase {
  let isClosing = false;
  // A server that is stopped together with this process ends connections that are just being closed.
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
    // A pooler refuses it: there the database's user has it (docs/operations/running.md).
    ...(!(isPooled && work === 'requests') && { statement_timeout: shares[work].seconds * 1000 }),
    connectionTimeoutMillis: patience.waiting,
    ...(work === 'requests' && { idleTimeoutMillis: idleFor }),
    Client: clientOf(statements, work),
    keepAlive: true,
    application_name: work === 'requests' ? 'lintel' : `lintel ${work}`,
  });
  // Without a listener, an idle connection that ends (the server restarts) would end this process.
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
      const kept = Math.min(pool.options.max, keptOpen);
      pool.options.min = kept;
      // All at once, so that none is asked twice.
      await Promise.allSettled(Array.from({ length: kept }, () => pool.query('select 1')));
    },
    close: async () => {
      isClosing = true;
      // A connection that still waits for a silent database is cut when the process ends.
      const patient = sleep(patience.closing, undefined, { ref: false });
      const ended = all.map((one) => one.end());
      await Promise.race([Promise.all(ended), patient]);
    },
  };
}
