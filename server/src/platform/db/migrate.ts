import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator';
import { runMigrations } from 'graphile-worker';
import type { Pool, PoolClient } from 'pg';
import { version } from '../version.ts';
import { setOnCluster, redistribute } from './cluster/index.ts';

/** An arbitrary lock id, the same in every process. */
const migrationLockId = 7_231_904;

/** The folder of migrations: next to `src` in the sources, next to `dist` in the build. */
const folder = (): string => {
  const here = dirname(fileURLToPath(import.meta.url));
  return join(here, basename(here) === 'dist' ? '../migrations' : '../../../migrations');
};

/**
 * Brings the schema up to date. Processes that start together take turns. Throws an error with
 * instructions for a database of a pre-release build or of a newer version.
 */
export async function migrateDatabase(pool: Pool, migrationsFolder = folder()): Promise<void> {
  const client = await pool.connect();
  try {
    await takeLock(client, migrationLockId);
    await applyMigrations(client, readMigrationFiles({ migrationsFolder }));
    await runMigrations({ pgPool: pool });
    setOnCluster(await redistribute(client));
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLockId]).catch(() => {});
    client.release();
  }
}

/** Applies missing migrations in order, and records each one's hash. */
async function applyMigrations(client: PoolClient, migrations: MigrationMeta[]): Promise<void> {
  await refusePreRelease(client);
  await client.query(
    'create table if not exists schema_migrations (hash text primary key, applied_at timestamptz not null default now(), version text)',
  );
  // Version 1.0.0 created the table without it.
  await client.query('alter table schema_migrations add column if not exists version text');
  const { rows } = await client.query<AppliedMigration>(
    'select hash, version from schema_migrations order by applied_at desc',
  );
  const applied = new Set(rows.map(({ hash }) => hash));
  const known = new Set(migrations.map(({ hash }) => hash));
  const unknown = rows.find(({ hash }) => !known.has(hash));
  if (unknown !== undefined) throw new Error(refusal(unknown));
  for (const migration of migrations)
    if (!applied.has(migration.hash)) await apply(client, migration);
}

/** How many migrations the database has, lacks, and has from a newer version. Changes nothing. */
export async function compareMigrations(
  pool: Pool,
  migrationsFolder = folder(),
): Promise<{ applied: number; missing: number; unknown: number }> {
  const known = new Set(readMigrationFiles({ migrationsFolder }).map(({ hash }) => hash));
  const { rows: tables } = await pool.query<{ exists: boolean }>(
    `select to_regclass('schema_migrations') is not null "exists"`,
  );
  const { rows } = tables[0]?.exists
    ? await pool.query<{ hash: string }>('select hash from schema_migrations')
    : { rows: [] };
  const applied = rows.filter(({ hash }) => known.has(hash)).length;
  return { applied, missing: known.size - applied, unknown: rows.length - applied };
}

interface AppliedMigration {
  hash: string;
  /** The version that applied it; null for 1.0.0. */
  version: string | null;
}

function refusal({ version: newer }: AppliedMigration): string {
  const named = newer === null || newer === version ? '' : ` (${newer})`;
  return (
    `This database was upgraded by a newer version of Lintel${named}: start that version, ` +
    'or restore a backup from before the upgrade.'
  );
}

/** Drizzle's own list exists only in databases from before version 1.0.0. */
async function refusePreRelease(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ isOld: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null "isOld"`,
  );
  if (rows[0]?.isOld)
    throw new Error(
      'This database was made by a build from before version 1.0.0, which cannot be upgraded. Start with an empty database (for the embedded one, remove the data folder).',
    );
}

/**
 * One transaction, except for a migration with `concurrently`: PostgreSQL allows that only outside
 * of one, so each of its statements must be repeatable.
 */
async function apply(client: PoolClient, { sql, hash }: MigrationMeta): Promise<void> {
  const note = () =>
    client.query('insert into schema_migrations (hash, version) values ($1, $2)', [hash, version]);
  await client.query('set statement_timeout = 0');
  try {
    if (sql.some((statement) => /\bconcurrently\b/i.test(statement))) {
      for (const statement of sql) await repeatable(client, statement);
      await note();
      return;
    }
    await client.query('begin');
    try {
      for (const statement of sql) await client.query(statement);
      await note();
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
  } finally {
    await client.query('reset statement_timeout');
  }
}

/** An interrupted build leaves an invalid index, so it is rebuilt. */
async function repeatable(client: PoolClient, statement: string): Promise<void> {
  const name = /create (?:unique )?index concurrently if not exists "?(\w+)/i.exec(statement)?.[1];
  if (name !== undefined) {
    const { rowCount } = await client.query(
      'select 1 from pg_index where indexrelid = to_regclass($1) and not indisvalid',
      [name],
    );
    if (rowCount) await client.query(`drop index concurrently "${name}"`);
  }
  await client.query(statement);
}

/**
 * Polls: a statement that waits for the lock would itself block a concurrent index build by the
 * lock's holder.
 */
async function takeLock(client: PoolClient, id: number): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock($1) taken',
      [id],
    );
    if (rows[0]?.taken) return;
    await sleep(200);
  }
}

/** An arbitrary lock id, the same in every process. */
const turnLockId = 7_231_907;

/**
 * Runs `work` while no other process runs such work on this database, so that processes that start
 * together create nothing twice.
 */
export async function oneProcessAtATime<Result>(
  pool: Pool,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await takeLock(client, turnLockId);
    return await work();
  } finally {
    // The lock is released with the connection.
    client.release(true);
  }
}
