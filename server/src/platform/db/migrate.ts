import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { runMigrations } from 'graphile-worker';
import type { Pool } from 'pg';

/** Any number, the same in every process. */
const migrationLockId = 7_231_904;

/** The folder of migrations: beside `src` in the sources, beside `dist` in the build. */
const folder = (): string => {
  const here = dirname(fileURLToPath(import.meta.url));
  return join(here, basename(here) === 'dist' ? '../migrations' : '../../../migrations');
};

/** Brings the schema up to date. Processes that start together take turns. */
export async function migrateDatabase(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLockId]);
    await migrate(drizzle(client), { migrationsFolder: folder() });
    await runMigrations({ pgPool: pool });
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLockId]).catch(() => {});
    client.release();
  }
}

/** Any number, the same in every process. */
const turnLockId = 7_231_907;

/**
 * Does `work` while no other process does such work on this database, so that processes that start
 * together create nothing twice.
 */
export async function oneProcessAtATime<Result>(
  pool: Pool,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    // Waiting for the processes before us may take longer than the statement timeout.
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [turnLockId]);
    return await work();
  } finally {
    // The lock and the setting end with the connection.
    client.release(true);
  }
}
