import type { Pool } from 'pg';

/** Runs a statement and logs its duration. */
export type Run = (what: string, statement: string, values?: unknown[]) => Promise<void>;

interface NamedFile {
  table: string;
  name: string;
  definition: string;
}

/**
 * Fills tables of a migrated, empty database. Loading is faster without indexes, so they are
 * created afterward, as the migrations define them, except those that no query here reads.
 */
export async function loading(
  pool: Pool,
  { tables, leftOut = [] }: { tables: readonly string[]; leftOut?: readonly string[] },
  say: (what: string) => void,
  fill: (run: Run) => Promise<void>,
): Promise<void> {
  const client = await pool.connect();
  const run: Run = async (what, statement, values = []) => {
    const from = performance.now();
    await client.query(statement, values);
    say(`${what}: ${((performance.now() - from) / 1000).toFixed(1)} s`);
  };
  try {
    await client.query(
      "set statement_timeout = 0; set maintenance_work_mem = '512MB'; set work_mem = '128MB'",
    );
    // Generated rows are consistent, so reference checks can be off.
    await client.query('set session_replication_role = replica');
    const { rows: indexes } = await client.query<NamedFile>(
      `select tablename as table, indexname as name, indexdef as definition from pg_indexes
       where schemaname = 'public' and tablename = any($1) order by indexname not like '%_pk', 2`,
      [tables],
    );
    const { rows: constraints } = await client.query<NamedFile>(
      `select conrelid::regclass::text as table, conname as name, '' as definition from pg_constraint
       where conrelid = any($1::regclass[]) and contype in ('p', 'u') order by 1, 2`,
      [tables],
    );
    for (const { table, name } of constraints)
      await client.query(`alter table ${table} drop constraint "${name}" cascade`);
    for (const { name } of indexes) await client.query(`drop index if exists "${name}"`);
    await fill(run);
    for (const { name, definition } of indexes)
      if (!leftOut.includes(name)) await run(name, definition);
    await run('vacuum', `vacuum (analyze) ${tables.join(', ')}`);
  } finally {
    client.release();
  }
}
