import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePort } from './built-server.ts';
import { serverProcesses } from './server-processes.ts';

/** A server of the cluster that can be killed and restarted. */
export interface Machine {
  url: string;
  port: number;
  start(): Promise<void>;
  /** Kills all of its processes with SIGKILL. */
  kill(): Promise<void>;
}

export interface OwnCluster {
  coordinator: Machine;
  workers: Machine[];
  /** Removes everything. */
  stop(): Promise<void>;
}

/**
 * The program folder of the PostgreSQL behind the cluster with the coordinator `url`, if it is on
 * this machine; null if it is elsewhere.
 */
export async function programsOf(url: string): Promise<string | null> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ folder: string }>(
      "select setting folder from pg_config where name = 'BINDIR'",
    );
    const folder = rows[0]?.folder ?? '';
    return existsSync(join(folder, 'initdb')) ? folder : null;
  } finally {
    await client.end();
  }
}

/** PostgreSQL won't run as root. */
const nobody = 65_534;
const as = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};

/** Starts a coordinator and two workers in a temporary folder. */
export async function startOwnCluster(programs: string): Promise<OwnCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'lintel-cluster-'));
  await own(folder);
  const machines: Machine[] = [];
  for (const name of ['coordinator', 'first', 'second'])
    machines.push(await newMachine(programs, join(folder, name)));
  const [coordinator, ...workers] = machines;
  if (coordinator === undefined) throw new Error('A cluster has a coordinator');
  return {
    coordinator,
    workers,
    stop: async () => {
      for (const machine of machines) await machine.kill();
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}

const own = async (folder: string): Promise<void> => {
  if (as.uid !== undefined) await chown(folder, as.uid, as.gid);
};

async function newMachine(programs: string, data: string): Promise<Machine> {
  await mkdir(data, { mode: 0o700 });
  await own(data);
  await promisify(execFile)(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'],
    as,
  );
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const machine: Machine = {
    url,
    port,
    start: () => start(url, () => spawnServer(programs, data, port)),
    kill: async () => {
      for (const pid of serverProcesses(data)) end(pid);
      while (serverProcesses(data).length > 0) await sleep(20);
    },
  };
  process.once('exit', () => serverProcesses(data).forEach(end));
  await machine.start();
  return machine;
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already exited.
  }
}

function spawnServer(programs: string, data: string, port: number): ChildProcess {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    shared_preload_libraries: 'citus',
    max_connections: 200,
    max_prepared_transactions: 200,
    // How often a machine resolves transactions with an unknown outcome.
    'citus.recover_2pc_interval': '2s',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // Our home may be unreadable for the server's user, who would look for certificates there.
  const env = { ...process.env, HOME: data };
  return spawn(join(programs, 'postgres'), ['-D', data, ...options], {
    ...as,
    env,
    stdio: 'ignore',
  });
}

/** Resolves once the server accepts connections. */
async function start(url: string, spawned: () => ChildProcess): Promise<void> {
  let child = spawned();
  for (;;) {
    const client = new Client({ connectionString: url });
    // When its server goes down, a client also emits an error here.
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await sleep(100);
    }
    // A killed server may still hold its memory for a moment: then the new one exits at once.
    if (child.exitCode !== null || child.signalCode !== null) child = spawned();
  }
}
