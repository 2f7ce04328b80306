import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { addPasskeys, passkeysOfStaff } from './factors.ts';

/**
 * Starts the built server on a fresh data folder with the demonstration data; the returned function
 * stops it.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'lintel-e2e-'));
  const port = await freePort();
  const base = `http://localhost:${port}`;
  const database = await freshDatabase();
  const server = spawn(
    process.execPath,
    ['--enable-source-maps', join(import.meta.dirname, '../../server/dist/main.js')],
    {
      env: {
        ...process.env,
        ...database.env,
        DATA_DIR: folder,
        PORT: String(port),
        PUBLIC_URL: base,
        LOG_LEVEL: 'warn',
        DEMO: '1',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const end = async (): Promise<void> => {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await ready(base, () => server.exitCode !== null);
    process.env['LINTEL_URL'] = base;
    process.env[passkeysOfStaff] = JSON.stringify(await addPasskeys(base));
  } catch (error) {
    // Nobody else would end the server.
    await end();
    throw error;
  }
  return end;
}

/** With `DATABASE_URL` a new database on that server, else the embedded one. */
async function freshDatabase() {
  const real = process.env['DATABASE_URL'];
  if (!real) return { env: {}, drop: async () => undefined };
  const name = `lintel_e2e_${process.pid}`;
  const run = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: real });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await run(`create database ${name}`);
  const address = new URL(real);
  address.pathname = `/${name}`;
  return {
    env: { DATABASE_URL: address.href },
    drop: () => run(`drop database if exists ${name} with (force)`),
  };
}

async function ready(base: string, ended: () => boolean): Promise<void> {
  // A busy machine takes minutes; a server that cannot start ends by itself.
  const giveUp = Date.now() + 600_000;
  while (Date.now() < giveUp && !ended()) {
    const answer = await fetch(`${base}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await sleep(200);
  }
  throw new Error('The server did not start');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
