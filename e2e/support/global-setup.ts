import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeTemporaryFolder } from '../../scripts/lib/memory-folder.ts';
import { freshDatabase } from './database.ts';
import { addPasskeys, staffPasskeys } from './factors.ts';

/** The server tests have unpacked their Chromium here. */
const chromiumCache = join(import.meta.dirname, '../../node_modules/.cache/lintel');

/**
 * Starts the built server on a fresh data folder with the demo data; the returned function stops
 * it. With `LINTEL_URL`, journeys use that running server, which must have the demo data, too.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const running = process.env['LINTEL_URL'];
  if (running) {
    await ready(running, () => false);
    process.env[staffPasskeys] = JSON.stringify(await addPasskeys(running));
    return async () => undefined;
  }
  const temporary = makeTemporaryFolder();
  const folder = join(temporary.folder, 'data');
  await mkdir(folder);
  await mkdir(chromiumCache, { recursive: true });
  await symlink(chromiumCache, join(folder, 'cache'), 'junction');
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
    temporary.remove();
  };
  try {
    await ready(base, () => server.exitCode !== null);
    process.env['LINTEL_URL'] = base;
    process.env[staffPasskeys] = JSON.stringify(await addPasskeys(base));
  } catch (error) {
    // Nothing else would stop the server.
    await end();
    throw error;
  }
  return end;
}

async function ready(base: string, ended: () => boolean): Promise<void> {
  // Startup takes minutes on a busy machine; a server that can't start exits by itself.
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
