import type { ChildProcess } from 'node:child_process';
import { chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { toError } from '../../errors.ts';
import { findBinaries, type Binaries, openCluster, superuser } from './cluster.ts';
import { lockFolder } from './folder-lock.ts';
import { startServer, stopServer } from './server-process.ts';

export interface EmbeddedPostgres {
  /** Of the database `lintel`. */
  connectionString: string;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** The data folder is `pg18` inside it. */
  dataDir: string;
  log?: (line: string) => void;
  /** Called with a message when the server exited unexpectedly, and when it was restarted. */
  onTrouble?: (message: string) => void;
  /** False trades durability for speed: for tests only. */
  durable?: boolean;
}

/**
 * Starts the embedded PostgreSQL 18 on a data folder, and restarts it at the same address whenever
 * it exits unexpectedly. Throws a one-line error when the folder is in use or the first start
 * fails.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log = () => {}, onTrouble = () => {}, durable = true } = options;
  await mkdir(dataDir, { recursive: true });
  const lock = await lockFolder(dataDir);
  try {
    const binaries = await findBinaries();
    const { folder, password } = await openCluster(dataDir, binaries);
    if (!binaries.diesWithUs) await stopOrphan(folder);
    const listening = await addressFor(binaries);
    const args = ['-D', folder, ...listening.args, ...(durable ? [] : unsafeButFast)];
    const server = await keepRunning(() => startServer(binaries, args, log), onTrouble);
    const stop = async (): Promise<void> => {
      await server.stop();
      await listening.cleanUp();
      await lock.release();
    };
    const connectionString = listening.connectionString(password);
    await createDatabase(connectionString('postgres'), stop);
    return { connectionString: connectionString('lintel'), stop };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** For throwaway data; the many processes of a test run share it. */
const unsafeButFast = [
  '-c',
  'fsync=off',
  '-c',
  'synchronous_commit=off',
  '-c',
  'full_page_writes=off',
  '-c',
  'max_connections=300',
  '-c',
  'max_wal_size=256MB',
];

/** The delay before a restart, in milliseconds: doubles until the server runs. */
const rests = { shortest: 250, longest: 30_000 } as const;

/**
 * Runs a server, and restarts it whenever it exits before `stop`, for example after a kill or a
 * full disk.
 */
async function keepRunning(
  start: () => Promise<ChildProcess>,
  log: (message: string) => void,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  let reviving = Promise.resolve();
  const watched = (child: ChildProcess): ChildProcess => {
    child.once('exit', () => {
      if (!stopping.signal.aborted) reviving = revive();
    });
    return child;
  };
  const revive = async (): Promise<void> => {
    log('the database server exited and is being restarted');
    for (
      let rest: number = rests.shortest;
      !stopping.signal.aborted;
      rest = Math.min(rest * 2, rests.longest)
    ) {
      await sleep(rest, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      try {
        child = watched(await start());
        return;
      } catch (error) {
        log(toError(error).message);
      }
    }
  };
  let child = watched(await start());
  return {
    stop: async () => {
      stopping.abort();
      await reviving;
      await stopServer(child);
    },
  };
}

/** A private socket folder; a loopback port on Windows. */
async function addressFor(binaries: Binaries) {
  if (process.platform === 'win32') {
    const port = await freePort();
    return {
      args: ['-c', 'listen_addresses=127.0.0.1', '-p', String(port)],
      connectionString: (password: string) => (database: string) =>
        `postgres://${superuser}:${password}@127.0.0.1:${port}/${database}`,
      cleanUp: async () => {},
    };
  }
  const sockets = await mkdtemp(join(tmpdir(), 'lintel-pg-'));
  if (binaries.runAs) await chown(sockets, binaries.runAs.uid, binaries.runAs.gid);
  return {
    args: ['-c', 'listen_addresses=', '-c', 'unix_socket_permissions=0700', '-k', sockets],
    connectionString: (password: string) => (database: string) =>
      `postgres://${superuser}:${password}@/${database}?host=${encodeURIComponent(sockets)}`,
    cleanUp: () => rm(sockets, { recursive: true, force: true }),
  };
}

async function createDatabase(connectionString: string, stop: () => Promise<void>): Promise<void> {
  const client = new Client({ connectionString });
  // The statement fails with the connection, and its error is the one reported.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rowCount } = await client.query("select 1 from pg_database where datname = 'lintel'");
    if (rowCount === 0) await client.query('create database lintel');
    await client.end();
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Stops the server that a killed process left behind, on platforms where servers outlive us. The
 * lock guarantees that no running process uses it.
 */
async function stopOrphan(folder: string): Promise<void> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 1) return;
  for (let tries = 0; tries < 100; tries += 1) {
    try {
      process.kill(pid, tries === 0 ? 'SIGINT' : 0);
    } catch {
      return;
    }
    await sleep(100);
  }
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
