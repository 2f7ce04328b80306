import type { Pool, PoolClient } from 'pg';
import { drizzleOn, type Connections, type OpenDatabase } from '../../src/platform/db/connect.ts';
import { inject } from 'vitest';
import { unnamedTables } from './names-contractor.ts';

/** Each statement's violation, or null: the same text is parsed once. */
const known = new Map<string, string | null>();
/** The rejections since the last call of `takeRejected`. */
let rejected: string[] = [];

/**
 * The product's database in tests: it rejects each statement on contractors' rows that neither
 * names the contractor nor gives a reason for reading across contractors. The connections are the
 * same; a test's own statements on the original database aren't checked.
 */
export function checked<Opened extends OpenDatabase>(database: Opened): Opened {
  return {
    ...database,
    ...checkedConnections(database),
    apart: (max: number) => checkedConnections(database.apart(max)),
    jobs: checkedConnections(database.jobs),
    reports: {
      ...checkedConnections(database.reports),
      apart: (max: number) => checkedConnections(database.reports.apart(max)),
    },
  };
}

function checkedConnections({ pool }: Connections): Connections {
  const others = checkedPool(pool);
  return { pool: others, db: drizzleOn(others) };
}

/**
 * Returns the rejected statements once: code that swallows errors, such as a retried job, must not
 * hide them.
 */
export function takeRejected(): string[] {
  const taken = rejected;
  rejected = [];
  return taken;
}

function check(config: unknown): void {
  const statement = textOf(config);
  if (statement === null) return;
  let violation = known.get(statement);
  if (violation === undefined) {
    violation = violationOf(statement);
    known.set(statement, violation);
  }
  if (violation === null) return;
  rejected.push(violation);
  throw new Error(violation);
}

function violationOf(statement: string): string | null {
  if (marked.test(statement)) return null;
  const tables = tablesOf(statement);
  if (tables.length === 0) return null;
  return `No contractor for ${tables.join(', ')} (add contractor_id, or acrossContractors('why')): ${statement}`;
}

function tablesOf(statement: string): string[] {
  try {
    return unnamedTables(statement, inject('contractorTables'));
  } catch {
    // Invalid SQL, which PostgreSQL reports better.
    return [];
  }
}

/** The comment that the product's `acrossContractors` writes. */
const marked = /\/\* across contractors: [^*]+ \*\//;

function textOf(config: unknown): string | null {
  if (typeof config === 'string') return config;
  if (typeof config !== 'object' || config === null) return null;
  if ('text' in config && typeof config.text === 'string') return config.text;
  return null;
}

const clients = new WeakMap<PoolClient, PoolClient>();

function checkedClient(client: PoolClient): PoolClient {
  const proxy = clients.get(client) ?? withCheckedQuery(client);
  clients.set(client, proxy);
  return proxy;
}

function checkedPool(pool: Pool): Pool {
  return withCheckedQuery(pool, {
    connect: (callback?: (error: unknown, client?: PoolClient, done?: unknown) => void) =>
      callback === undefined
        ? pool.connect().then(checkedClient)
        : pool.connect((error, client, done) =>
            callback(error, client && checkedClient(client), done),
          ),
  });
}

function withCheckedQuery<Queried extends Pool | PoolClient>(
  queried: Queried,
  others: Record<string, unknown> = {},
): Queried {
  const query = (...given: unknown[]): unknown => {
    check(given[0]);
    return Reflect.apply(queried.query, queried, given);
  };
  const own: Record<PropertyKey, unknown> = { ...others, query };
  return new Proxy(queried, {
    get(target, key) {
      if (Object.hasOwn(own, key)) return own[key];
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' && key !== 'constructor' ? value.bind(target) : value;
    },
  });
}
