import type { PoolClient } from 'pg';
import { copied, spread } from './distribution.ts';

/** Whether the database is a Citus coordinator on which contractors' tables are spread already. */
export async function isSpread(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ known: boolean }>(
    "select to_regclass('pg_catalog.pg_dist_partition') is not null known",
  );
  return rows[0]?.known === true && (await spreadTables(client)).has(spread[0]);
}

/** The names of the tables that Citus has spread over its machines or copied to them. */
async function spreadTables(client: PoolClient): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
     where p.repmodel in ('s', 't') and c.relnamespace = 'public'::regnamespace`,
  );
  return new Set(rows.map(({ name }) => name));
}

/** The machines that rows go to. Throws, saying what to do, where the database is no cluster's. */
export async function machinesOf(client: PoolClient): Promise<string[]> {
  const { rows: extensions } = await client.query(
    "select 1 from pg_extension where extname = 'citus'",
  );
  if (extensions.length === 0)
    throw new Error(
      'This database has no Citus: "create extension citus" on the coordinator and on each worker comes first (docs/scale.md)',
    );
  const { rows } = await client.query<{ machine: string; coordinates: boolean }>(
    `select nodename || ':' || nodeport machine, citus_is_coordinator() coordinates
     from pg_dist_node where isactive and shouldhaveshards and noderole = 'primary' order by nodeid`,
  );
  if (rows.some(({ coordinates }) => !coordinates))
    throw new Error('This is a worker: name the coordinator in DATABASE_URL');
  if (rows.length === 0)
    throw new Error(
      'The coordinator knows no workers: add them with citus_add_node (docs/scale.md)',
    );
  return rows.map(({ machine }) => machine);
}

/**
 * Spreads the tables of contractors' rows over the machines of the cluster, all in one transaction;
 * those that are spread already stay as they are. `say` gets a line for each step. Foreign keys to
 * tables that stay on the coordinator end: no machine could check them.
 */
export async function spreadOverMachines(
  client: PoolClient,
  say: (line: string) => void,
): Promise<void> {
  const done = await spreadTables(client);
  const missing = [...copied, ...spread].filter((table) => !done.has(table));
  if (missing.length === 0) return;
  await client.query('begin');
  try {
    // Each of ours does the same on every machine; the audit of consents is one of them.
    await client.query('set local citus.enable_unsafe_triggers = on');
    await client.query("set local citus.multi_shard_modify_mode = 'sequential'");
    await client.query('set local client_min_messages = warning');
    await client.query('set local statement_timeout = 0');
    const keys = await takeKeys(client, missing);
    for (const table of missing) {
      const { rows } = await client.query<{ count: string }>(
        `select count(*)::text count from ${table}`,
      );
      await numberBySequence(client, table);
      await client.query(`select ${placing(table)}`);
      const how = isCopied(table) ? 'copied to each machine' : 'spread by contractor';
      say(`${table}: ${how}, ${Number(rows[0]?.count).toLocaleString('en-US')} rows`);
    }
    for (const { from, key, to, definition } of keys)
      if (isSpreadTable(from) && isCopied(to))
        await client.query(`alter table ${from} add constraint "${key}" ${definition}`);
      else say(`${from}: no foreign key to ${to} any more, which stands elsewhere`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

const isCopied = (table: string): boolean => copied.some((one) => one === table);
const isSpreadTable = (table: string): boolean => spread.some((one) => one === table);

/**
 * Citus takes no table whose 32-bit numbers are an identity; a sequence goes on where the identity
 * stands.
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

/** What places a table; the first spread one says how, the others stand beside it. */
function placing(table: string): string {
  if (isCopied(table)) return `create_reference_table('${table}')`;
  const beside = table === spread[0] ? '' : `, colocate_with => '${spread[0]}'`;
  return `create_distributed_table('${table}', 'contractor_id'${beside})`;
}

interface Key {
  from: string;
  key: string;
  to: string;
  definition: string;
}

/** Ends the foreign keys between these tables and such as are not spread, and gives them. */
async function takeKeys(client: PoolClient, tables: readonly string[]): Promise<Key[]> {
  const { rows } = await client.query<Key>(
    `select f.relname "from", k.conname key, t.relname "to", pg_get_constraintdef(k.oid) definition
     from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
     where k.contype = 'f' and f.relnamespace = 'public'::regnamespace
       and (f.relname = any($1) or t.relname = any($1)) and not (f.relname = any($2) and t.relname = any($2))
     order by 1, 2`,
    [tables, spread],
  );
  for (const { from, key } of rows)
    await client.query(`alter table ${from} drop constraint "${key}"`);
  return rows;
}
