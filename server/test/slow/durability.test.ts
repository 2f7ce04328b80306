import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf, startBuilt, type BuiltServer } from '../built-server.ts';

let folder: string;
let running: BuiltServer | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lintel-kill-'));
});
afterAll(async () => {
  await running?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Starts the built server on the embedded database; resolves with its address when it is ready. */
async function start(): Promise<string> {
  running = await startBuilt(
    { DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'warn', DATABASE_URL: '' },
    /is ready at \S+/,
  );
  return addressOf(running);
}

/**
 * Starts applications one after another until the server is gone; returns the secrets of the
 * acknowledged ones.
 */
async function writeUntilGone(
  address: string,
  name: string,
  acknowledged: string[],
): Promise<void> {
  for (;;) {
    const body = JSON.stringify({ draft: { firstName: name, lastName: 'Writer' } });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${address}/api/v1/homeowner/pages/summit-roofing/applications`, {
      method: 'POST',
      headers,
      body,
    }).catch(() => null);
    if (answer === null) return;
    if (answer.status === 429) return;
    const { token } = (await answer.json().catch(() => ({}))) as { token?: string };
    if (token) acknowledged.push(token);
  }
}

const killDatabase = async (): Promise<void> => {
  const [pid] = (await readFile(join(folder, 'pg18/postmaster.pid'), 'utf8')).split('\n');
  // In its user namespace the server has the same process id, because user namespaces don't change
  // process ids.
  process.kill(Number(pid), 'SIGKILL');
};

test('a kill -9 of the server and its database during writes loses no acknowledged write, and the next start recovers without help', async () => {
  const acknowledged: string[] = [];
  let address = await start();
  const writers = ['one', 'two'].map((name) => writeUntilGone(address, name, acknowledged));
  while (acknowledged.length < 12) await sleep(5);
  await killDatabase();
  await running?.stop('SIGKILL');
  await Promise.all(writers);
  address = await start();
  expect(acknowledged.length).toBeGreaterThanOrEqual(12);
  for (const token of acknowledged) {
    const answer = await fetch(`${address}/api/v1/homeowner/applications/${token}`);
    expect(answer.status).toBe(200);
  }
}, 240_000);

test('SIGTERM ends the server with code 0, and sessions survive the restart', async () => {
  const code = await running?.stop();
  expect(code, running?.said()).toBe(0);
  let address = await start();
  const signedIn = await fetch(`${address}/api/v1/authentication`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'pro@demo.test', password: 'Demo-pass1' }),
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  await running?.stop('SIGINT');
  address = await start();
  expect((await fetch(`${address}/api/v1/user`, { headers: { cookie } })).status).toBe(200);
}, 240_000);
