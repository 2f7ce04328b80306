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
  /** The settings of a server that is to use it. */
  env: Record<string, string>;
  drop(): Promise<void>;
}

/**
 * With `CITUS_URL` a new database on that cluster, spread by the product's own command; with
 * `DATABASE_URL` a new one on that server; else the embedded one, in the folder of the server.
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
