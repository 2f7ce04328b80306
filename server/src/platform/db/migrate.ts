import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { runMigrations } from 'graphile-worker';
import type { Pool, PoolClient } from 'pg';
import { isSpread, spreadOverMachines } from './distribute.ts';
import { migrateOnline } from './online.ts';

/** Any number, the same in every process. */
const migrationLockId = 7_231_904;

/** The folder of migrations: beside `src` in the sources, beside `dist` in the build. */
const folder = (): string => {
  const here = dirname(fileURLToPath(import.meta.url));
  return join(here, basename(here) === 'dist' ? '../migrations' : '../../../migrations');
};

/**
 * Brings the schema up to date. Processes that start together take turns. What needs time is done
 * last, while processes of the release before may go on.
 */
export async function migrateDatabase(pool: Pool, migrationsFolder = folder()): Promise<void> {
  const client = await pool.connect();
  try {
    await takeLock(client, migrationLockId);
    await migrate(drizzle(client), { migrationsFolder });
    const isCluster = await isSpread(client);
    // New tables first: only then can they have keys to those that are spread.
    if (isCluster) await spreadOverMachines(client, () => {}, 'ready');
    await migrateOnline(client, join(migrationsFolder, 'online'));
    await runMigrations({ pgPool: pool });
    if (isCluster) await spreadOverMachines(client, () => {});
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLockId]).catch(() => {});
    client.release();
  }
}

/**
 * Asks again and again: a statement that waits for the lock would itself be waited for by whatever
 * the holder of the lock builds while others go on.
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
    await takeLock(client, turnLockId);
    return await work();
  } finally {
    // The lock ends with the connection.
    client.release(true);
  }
}
