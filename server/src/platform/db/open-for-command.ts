import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { openDatabase, type OpenDatabase } from './connect.ts';
import { lockFolder } from './embedded/folder-lock.ts';
import { startEmbeddedPostgres } from './embedded/launcher.ts';
import { readSocketAddress } from './embedded/running.ts';

/**
 * Opens the configured database for a command; the embedded one is used while it runs, or started
 * for the command.
 */
export async function openSecondConnection({
  DATABASE_URL,
  DATABASE_DIRECT_URL,
  DATA_DIR,
}: Config): Promise<OpenDatabase> {
  if (DATABASE_URL !== undefined)
    return openDatabase(DATABASE_DIRECT_URL ?? DATABASE_URL, { max: 2 });
  if (!existsSync(join(DATA_DIR, 'pg18')))
    throw new Error(`There is no embedded database in ${DATA_DIR}`);
  const lock = await lockFolder(DATA_DIR).catch(() => null);
  if (lock === null) return openDatabase(await runningAt(DATA_DIR), { max: 2 });
  await lock.release();
  const server = await startEmbeddedPostgres({ dataDir: DATA_DIR });
  const database = openDatabase(server.connectionString, { max: 2 });
  return {
    ...database,
    close: async () => {
      await database.close();
      await server.stop();
    },
  };
}

async function runningAt(dataDir: string): Promise<string> {
  const { host, port, user, password, database } = await readSocketAddress(dataDir);
  const at = new URLSearchParams({ host, port: String(port) }).toString();
  return `postgres://${user}:${encodeURIComponent(password)}@/${database}?${at}`;
}
