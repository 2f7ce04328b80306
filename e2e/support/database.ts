import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  dropDatabase,
  joinMachines,
  machinesOfCluster,
  onMachines,
  withDatabase,
} from '../../server/test/machines.ts';

const distribute = join(import.meta.dirname, '../../server/dist/distribute.js');

export interface FreshDatabase {
  /** The settings for a server that uses it. */
  env: Record<string, string>;
  drop(): Promise<void>;
}

/**
 * Creates a database: on the Citus cluster at `CITUS_URL`, distributed by the product's command; on
 * the server at `DATABASE_URL`; or else in an embedded server in the data folder.
 */
export async function freshDatabase(): Promise<FreshDatabase> {
  const { CITUS_URL: cluster, DATABASE_URL: real } = process.env;
  const server = cluster ?? real;
  if (!server) return { env: {}, drop: async () => undefined };
  const machines = cluster === undefined ? [server] : await machinesOfCluster(cluster);
  const name = `lintel_e2e_${process.pid}`;
  await onMachines(machines, `create database ${name}`);
  const env = { DATABASE_URL: withDatabase(server, name) };
  const drop = (): Promise<void> => dropDatabase(machines, name);
  if (cluster === undefined) return { env, drop };
  try {
    await joinMachines(machines, name);
    await promisify(execFile)(process.execPath, [distribute], { env: { ...process.env, ...env } });
  } catch (error) {
    await drop();
    throw error;
  }
  return { env, drop };
}
