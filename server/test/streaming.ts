import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePort } from './built-server.ts';

const run = promisify(execFile);

/** The programs of Debian's PostgreSQL; the embedded one comes without `pg_basebackup`. */
const programs = '/usr/lib/postgresql/15/bin';
export const hasPrograms = existsSync(join(programs, 'pg_basebackup'));

/** PostgreSQL does not run as root. */
const isRoot = process.getuid?.() === 0;
const asPostgres = (program: string, parts: string[]): [string, string[]] =>
  isRoot
    ? ['runuser', ['-u', 'postgres', '--', join(programs, program), ...parts]]
    : [join(programs, program), parts];
const call = (program: string, ...parts: string[]) => run(...asPostgres(program, parts));

/** One server on a port of its own. */
export class Server {
  readonly folder: string;
  readonly port: number;

  constructor(folder: string, port: number) {
    this.folder = folder;
    this.port = port;
  }

  get log(): string {
    return `${this.folder}.log`;
  }

  address(database = 'lintel', user = 'lintel'): string {
    return `postgres://${user}@127.0.0.1:${this.port}/${database}`;
  }

  async configure(settings: Record<string, string>): Promise<void> {
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
    await appendFile(join(this.folder, 'postgresql.conf'), lines.join(''));
  }

  /** Its output goes to a file: a pipe that it holds would keep `pg_ctl` from returning. */
  async start(): Promise<void> {
    const [program, parts] = asPostgres('pg_ctl', [
      '-D',
      this.folder,
      '-l',
      this.log,
      '-w',
      'start',
    ]);
    const child = spawn(program, parts, { stdio: 'ignore' });
    const code = await new Promise((resolve) => child.once('exit', resolve));
    if (code !== 0) throw new Error(`PostgreSQL did not start: ${await this.said()}`);
  }

  /** `immediate` is its death without a word. */
  async stop(how: 'fast' | 'immediate' = 'fast'): Promise<void> {
    if (existsSync(join(this.folder, 'postmaster.pid')))
      await call('pg_ctl', '-D', this.folder, '-m', how, '-w', 'stop');
  }

  /** Stops or wakes all of its processes: connections stay open and nobody answers. */
  async freeze(frozen: boolean): Promise<void> {
    const pid = (await readFile(join(this.folder, 'postmaster.pid'), 'utf8')).split('\n')[0] ?? '';
    const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', pid]);
    for (const one of [pid, ...stdout.trim().split(/\s+/)])
      process.kill(Number(one), frozen ? 'SIGSTOP' : 'SIGCONT');
  }

  said(): Promise<string> {
    return readFile(this.log, 'utf8');
  }

  /** As its superuser. */
  async ask<Row extends object>(statement: string, database = 'lintel'): Promise<Row[]> {
    const client = new Client(this.address(database, 'postgres'));
    await client.connect();
    try {
      return (await client.query<Row>(statement)).rows;
    } finally {
      await client.end();
    }
  }
}

export interface Streaming {
  primary: Server;
  /** Copies the primary as it is and follows it from then on; a database's user has no rights. */
  addReplica(): Promise<Server>;
  close(): Promise<void>;
}

/** A primary with an empty database `lintel` of a plain user `lintel`. */
export async function startStreaming(): Promise<Streaming> {
  const folder = await mkdtemp(join(tmpdir(), 'lintel-streaming-'));
  await chmod(folder, 0o755);
  const inner = join(folder, 'servers');
  await mkdir(inner);
  if (isRoot) await run('chown', ['postgres', inner]);
  const primary = new Server(join(inner, 'primary'), await freePort());
  const servers = [primary];
  await call('initdb', '-D', primary.folder, '-A', 'trust', '-U', 'postgres', '--no-sync');
  await primary.configure({
    port: String(primary.port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: inner,
    max_connections: '200',
    log_line_prefix: '%a: ',
  });
  await primary.start();
  await primary.ask('create role lintel login', 'postgres');
  await primary.ask('create database lintel owner lintel', 'postgres');
  return {
    primary,
    addReplica: async () => {
      const replica = new Server(join(inner, `replica${servers.length}`), await freePort());
      const source = `host=127.0.0.1 port=${primary.port} user=postgres`;
      await call('pg_basebackup', '-D', replica.folder, '-d', source, '-R', '-c', 'fast', '-N');
      await replica.configure({ port: String(replica.port), wal_retrieve_retry_interval: '200ms' });
      servers.push(replica);
      await replica.start();
      return replica;
    },
    close: async () => {
      for (const server of servers.toReversed()) await server.stop('immediate');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves once the replica has replayed whatever the primary has now. */
export async function caughtUp(primary: Server, replica: Server): Promise<void> {
  const [at] = await primary.ask<{ position: string }>('select pg_current_wal_lsn() as position');
  for (;;) {
    const [row] = await replica.ask<{ reached: boolean }>(
      `select pg_last_wal_replay_lsn() >= '${at?.position}' as reached`,
    );
    if (row?.reached) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
