import { Client, DatabaseError, type QueryResultRow } from 'pg';
import { spreadOverMachines } from '../src/platform/db/cluster/index.ts';
import { openDatabase } from '../src/platform/db/connect.ts';
import { migrateDatabase } from '../src/platform/db/migrate.ts';

/** Whether the tests run on a cluster with distributed tables. */
export const onCluster = process.env['CITUS_URL'] !== undefined;

/** Another database on the same server. */
export const withDatabase = (server: string, name: string): string =>
  server.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${name}`);

/**
 * Runs statements on each server in parallel, with separate connections: copying or dropping a
 * database takes seconds on each.
 */
export async function onMachines(
  machines: readonly string[],
  ...statements: string[]
): Promise<void> {
  await Promise.all(machines.map((machine) => onMachine(machine, statements)));
}

/**
 * Drops a database on each server. First blocks new connections: the machines of a cluster keep
 * reconnecting to one another, which would prevent the drop. A process of the cluster itself may
 * still connect; then it retries.
 */
export async function dropDatabase(
  machines: readonly string[],
  name: string,
  tries = 5,
): Promise<void> {
  try {
    await onMachines(
      machines,
      `do $$ begin
         if exists (select from pg_database where datname = '${name}') then
           execute 'alter database ${name} allow_connections false';
         end if;
       end $$`,
      `drop database if exists ${name} with (force)`,
    );
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== inUse || tries === 1) throw error;
    await dropDatabase(machines, name, tries - 1);
  }
}

/** PostgreSQL's `object_in_use`. */
const inUse = '55006';

async function onMachine(machine: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: machine });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The addresses of a cluster: its coordinator first, then its workers. */
export async function machinesOfCluster(coordinator: string): Promise<string[]> {
  const client = new Client({ connectionString: coordinator });
  await client.connect();
  try {
    const { rows } = await client.query<{ host: string; port: number }>(
      'select node_name host, node_port port from citus_get_active_worker_nodes() order by 2, 1',
    );
    const at = new URL(coordinator);
    return [
      coordinator,
      ...rows.map(({ host, port }) => {
        at.host = `${host}:${port}`;
        return at.href;
      }),
    ];
  } finally {
    await client.end();
  }
}

/**
 * Joins the databases of this name into a cluster. Tables distributed later get two shards each, so
 * that they are fast to create and query, and are on different machines.
 */
export async function joinMachines(machines: readonly string[], name: string): Promise<void> {
  const at = machines.map((machine) => new URL(withDatabase(machine, name)));
  await onMachines(
    at.map(({ href }) => href),
    'create extension if not exists citus',
    'create extension if not exists pg_trgm',
    'create extension if not exists btree_gin',
    `alter database ${name} set citus.shard_count = 2`,
  );
  const [coordinator, ...workers] = at;
  if (coordinator === undefined) return;
  await onMachines(
    [coordinator.href],
    `select citus_set_coordinator_host('${coordinator.hostname}', ${coordinator.port})`,
    ...workers.map(({ hostname, port }) => `select citus_add_node('${hostname}', ${port})`),
  );
}

/** Migrates a cluster's database and distributes contractors' tables. */
export async function spreadDatabase(connectionString: string): Promise<void> {
  const database = openDatabase(connectionString, { max: 2 });
  try {
    await migrateDatabase(database.pool);
    const client = await database.pool.connect();
    await spreadOverMachines(client, () => {});
    client.release();
  } finally {
    await database.close();
  }
}

/** A database can be copied only without connections, including those of Citus itself. */
export async function keepForCopies(machines: readonly string[], name: string): Promise<void> {
  await onMachines(
    machines,
    `alter database ${name} allow_connections false`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  );
}

/** A database on each machine of a cluster, or on the only server. */
export class OnEachMachine {
  readonly #addresses: readonly string[];
  constructor(machines: readonly string[], connectionString: string) {
    // The address of a single machine may be a socket, which URL can't parse.
    this.#addresses =
      machines.length > 1
        ? machines.map((machine) =>
            withDatabase(machine, new URL(connectionString).pathname.slice(1)),
          )
        : [connectionString];
  }

  /** Runs a statement on every machine. */
  run(statement: string): Promise<void> {
    return onMachines(this.#addresses, statement);
  }

  /** The rows of a query from all machines. */
  async ask<Row extends QueryResultRow>(question: string): Promise<Row[]> {
    const all: Row[] = [];
    for (const connectionString of this.#addresses) {
      const client = new Client({ connectionString });
      await client.connect();
      try {
        all.push(...(await client.query<Row>(question)).rows);
      } finally {
        await client.end();
      }
    }
    return all;
  }

  /** Holds an advisory lock on every machine, until the returned function is called. */
  async lock(key: number): Promise<() => Promise<void>> {
    const clients: Client[] = [];
    for (const connectionString of this.#addresses) {
      const client = new Client({ connectionString });
      await client.connect();
      await client.query('select pg_advisory_lock($1)', [key]);
      clients.push(client);
    }
    return async () => void (await Promise.all(clients.map((client) => client.end())));
  }
}
