import type { PoolClient } from 'pg';
import { installCommitLock } from './commits.ts';
import { readPlacement, type Placement } from './placement.ts';

/** Whether the database is a Citus coordinator with distributed tables. */
export async function isSpread(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ known: boolean }>(
    "select to_regclass('pg_catalog.pg_dist_partition') is not null known",
  );
  return rows[0]?.known === true && (await placedTables(client)).size > 0;
}

/** The names of the distributed and reference tables. */
async function placedTables(client: PoolClient): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
     where p.repmodel in ('s', 't') and c.relnamespace = 'public'::regnamespace`,
  );
  return new Set(rows.map(({ name }) => name));
}

/** The worker nodes. Throws, with instructions, for a database that isn't a coordinator. */
export async function listMachines(client: PoolClient): Promise<string[]> {
  const { rows: extensions } = await client.query(
    "select 1 from pg_extension where extname = 'citus'",
  );
  if (extensions.length === 0)
    throw new Error(
      'This database has no Citus: run "create extension citus" on the coordinator and on each worker first (docs/operations/scale.md)',
    );
  const { rows } = await client.query<{ machine: string; coordinates: boolean }>(
    `select nodename || ':' || nodeport machine, citus_is_coordinator() coordinates
     from pg_dist_node where isactive and shouldhaveshards and noderole = 'primary' order by nodeid`,
  );
  if (rows.some(({ coordinates }) => !coordinates))
    throw new Error('This is a worker: name the coordinator in DATABASE_URL');
  if (rows.length === 0)
    throw new Error(
      'The coordinator has no workers: add them with citus_add_node (docs/operations/scale.md)',
    );
  return rows.map(({ machine }) => machine);
}

/**
 * After a migration: distributes new tables if others are distributed. Returns whether they are.
 */
export async function redistribute(client: PoolClient): Promise<boolean> {
  if (!(await isSpread(client))) return false;
  await spreadOverMachines(client, () => {});
  return true;
}

/**
 * Distributes contractors' tables over the cluster's machines, in one transaction. Skips tables
 * that are already distributed. `say` gets a line for each step. Drops foreign keys to tables that
 * stay on the coordinator, because the workers couldn't check them.
 */
export async function spreadOverMachines(
  client: PoolClient,
  say: (line: string) => void,
): Promise<void> {
  const placement = await readPlacement(client);
  const done = await placedTables(client);
  const missing = [...placement.copied, ...placement.spread].filter((table) => !done.has(table));
  await client.query('begin');
  try {
    await installCommitLock(client);
    if (missing.length > 0) await place(client, { ...placement, missing, done, say });
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

interface Placing extends Placement {
  missing: readonly string[];
  done: ReadonlySet<string>;
  say: (line: string) => void;
}

async function place(client: PoolClient, placing: Placing): Promise<void> {
  const { spread, copied, missing, done, say } = placing;
  // Our triggers are safe because they do the same on every machine, including the consent audit.
  await client.query('set local citus.enable_unsafe_triggers = on');
  await client.query("set local citus.multi_shard_modify_mode = 'sequential'");
  await client.query('set local client_min_messages = warning');
  await client.query('set local statement_timeout = 0');
  const keys = await dropKeys(client, missing);
  let first = spread.find((table) => done.has(table));
  for (const table of missing) {
    const { rows } = await client.query<{ count: string }>(
      `select count(*)::text count from ${table}`,
    );
    await numberBySequence(client, table);
    const isCopied = copied.includes(table);
    const together = first === undefined ? '' : `, colocate_with => '${first}'`;
    await client.query(
      isCopied
        ? `select create_reference_table('${table}')`
        : `select create_distributed_table('${table}', 'contractor_id'${together})`,
    );
    if (!isCopied) first ??= table;
    const how = isCopied ? 'copied to each machine' : 'spread by contractor';
    say(`${table}: ${how}, ${Number(rows[0]?.count).toLocaleString('en-US')} rows`);
  }
  for (const { from, key, to, definition } of keys)
    if (spread.includes(from) && (spread.includes(to) || copied.includes(to)))
      await client.query(`alter table ${from} add constraint "${key}" ${definition}`);
    else say(`${from}: no foreign key to ${to} any more`);
}

/**
 * Citus rejects tables with a 32-bit identity column, so a sequence continues from the identity's
 * last value.
 */
async function numberBySequence(client: PoolClient, table: string): Promise<void> {
  const { rows } = await client.query<{ column: string; start: string; next: string }>(
    `select a.attname "column", s.seqstart::text start,
       (coalesce(pg_sequence_last_value(s.seqrelid), s.seqstart - 1) + 1)::text next
     from pg_attribute a join pg_sequence s on s.seqrelid = pg_get_serial_sequence($1, a.attname)::regclass
     where a.attrelid = $1::regclass and a.attidentity <> '' and a.atttypid = 'integer'::regtype`,
    [table],
  );
  for (const { column, start, next } of rows) {
    const ids = `${table}_numbers`;
    await client.query(`alter table ${table} alter ${column} drop identity`);
    await client.query(
      `create sequence ${ids} as integer start ${start} owned by ${table}.${column}`,
    );
    await client.query(`select setval($1, $2, false)`, [ids, next]);
    await client.query(`alter table ${table} alter ${column} set default nextval('${ids}')`);
  }
}

interface Key {
  from: string;
  key: string;
  to: string;
  definition: string;
}

/** Drops the foreign keys from and to these tables, and returns them. */
async function dropKeys(client: PoolClient, tables: readonly string[]): Promise<Key[]> {
  const { rows } = await client.query<Key>(
    `select f.relname "from", k.conname key, t.relname "to", pg_get_constraintdef(k.oid) definition
     from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
     where k.contype = 'f' and f.relnamespace = 'public'::regnamespace and (f.relname = any($1) or t.relname = any($1))
     order by 1, 2`,
    [tables],
  );
  for (const { from, key } of rows)
    await client.query(`alter table ${from} drop constraint "${key}"`);
  return rows;
}
