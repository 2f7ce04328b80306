import { execFileSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { consentsIn } from '../consents.ts';
import { addressOf, startBuilt, type BuiltServer } from '../built-server.ts';
import { serverProcesses } from '../server-processes.ts';
import { startSmtp, type TestSmtp } from '../smtp.ts';

let folder: string;
let isSmallDisk = false;
let smtp: TestSmtp;
let server: BuiltServer;
let base: string;

/** In bytes. */
const smallDisk = 400 * 1024 * 1024;

/** A small disk that can be filled, if this machine allows mounting one. */
function mountSmallDisk(at: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${smallDisk}`, 'tmpfs', at], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    console.error(
      'A small disk cannot be mounted here (it takes root): a disk that is full is not tried',
    );
    return false;
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lintel-away-'));
  isSmallDisk = mountSmallDisk(folder);
  smtp = await startSmtp();
  const settings = {
    DATA_DIR: folder,
    PORT: '0',
    DATABASE_URL: '',
    SMTP_URL: smtp.url,
    DEMO: '1',
    LOG_LEVEL: 'warn',
  };
  server = await startBuilt({ ...settings, NODE_ENV: 'test', TRUST_PROXY: '1' }, /is ready at \S+/);
  base = addressOf(server);
}, 240_000);
afterAll(async () => {
  await server.stop('SIGKILL');
  await smtp.close();
  for (const pid of database()) process.kill(pid, 'SIGKILL');
  if (isSmallDisk) execFileSync('umount', ['--lazy', folder]);
  await rm(folder, { recursive: true, force: true });
});

// After any outcome, the next test has a database.
afterEach(() => {
  for (const pid of database()) process.kill(pid, 'SIGCONT');
});

const database = (): number[] => serverProcesses(join(folder, 'pg18'));

async function until(what: string, isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) {
    if (server.hasEnded())
      throw new Error(`The server ended while we waited until ${what}: ${server.said()}`);
    await sleep(50);
  }
}

const statusOf = async (path: string): Promise<number> => (await fetch(`${base}${path}`)).status;

let callers = 0;
/** A call from its own address, because calls are limited by address. */
async function call(path: string, body?: object): Promise<Response> {
  callers += 1;
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': `10.1.${callers >> 8}.${callers & 255}`,
  };
  const what =
    body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  return fetch(`${base}/api/v1/homeowner/${path}`, what);
}

const person = {
  firstName: 'Wilma',
  lastName: 'Oaks',
  email: 'wilma@example.com',
  phone: '(512) 555-0147',
  city: 'Austin',
  state: 'TX',
  creditBand: 'good',
  requestedAmount: '$12,500.00',
  project: 'Painting',
};

/** Outcomes of homeowners who applied during the test. */
const seen = {
  acknowledged: [] as string[],
  sent: [] as string[],
  odd: [] as string[],
  refused: 0,
};

let boxes: ReturnType<typeof consentsIn> | undefined;
/** The page's consents, read once while the database is up. */
const consents = async () =>
  (boxes ??= consentsIn(await (await fetch(`${base}/p/summit-roofing`)).text()));

let people = 0;
/** A homeowner applies, and retries later on request. */
async function apply(): Promise<void> {
  const begun = await call('pages/summit-roofing/applications', { draft: {} });
  if (!isGood(begun, 'begin')) return;
  const { token } = (await begun.json()) as { token: string };
  seen.acknowledged.push(token);
  people += 1;
  const sent = await call(`applications/${token}/submit`, {
    ...person,
    // A new person each time: the same homeowner would resume the first application.
    email: `wilma${people}@example.com`,
    phone: `512555${String(people % 10_000).padStart(4, '0')}`,
    consents: await consents(),
  });
  if (isGood(sent, 'submit')) seen.sent.push(token);
}

/**
 * Whether a call succeeded; a response that is neither a success nor a 503 with a retry time is
 * unexpected.
 */
function isGood({ status, headers }: Response, what: string): boolean {
  if (status === 503 && Number(headers.get('retry-after')) > 0) seen.refused += 1;
  else if (status !== 200) seen.odd.push(`${what} ${status}`);
  return status === 200;
}

/** Homeowners apply, one after another, until it is enough. */
async function keepApplying(isEnough: () => boolean): Promise<void> {
  while (!isEnough()) {
    await apply();
    await sleep(20);
  }
}

/**
 * Every acknowledged write is stored, every submitted application gets its offers, and no response
 * was unexpected.
 */
async function nothingIsLost(): Promise<void> {
  await until('it is ready again', async () => (await statusOf('/readyz')) === 200);
  for (const token of seen.acknowledged) {
    let status = 503;
    // Retries as requested, until the backlog is processed.
    await until('it is answered', async () => {
      ({ status } = await call(`applications/${token}`));
      return status !== 503;
    });
    expect(status).toBe(200);
  }
  for (const token of seen.sent)
    await until('offers are there', async () => {
      const { offers = [] } = (await (await call(`applications/${token}`)).json()) as {
        offers?: unknown[];
      };
      return offers.length > 0;
    });
  expect(seen.odd).toEqual([]);
  expect(server.hasEnded()).toBe(false);
}

test('the server survives a kill -9 of its database during writes and jobs, and restarts the database', async () => {
  let isEnough = false;
  let handedOver = 0;
  smtp.answer = () => {
    handedOver += 1;
    return null;
  };
  smtp.delay = 1500;
  const load = Promise.all([keepApplying(() => isEnough), keepApplying(() => isEnough)]);
  for (let round = 0; round < 2; round += 1) {
    const [before, refused] = [handedOver, seen.refused];
    // A message that is being sent is a job whose outcome can't be stored a moment later.
    await until(
      'a message is being handed over',
      () => handedOver > before && seen.sent.length > 2 * round,
    );
    const [first = 0] = database();
    process.kill(first, 'SIGKILL');
    await until('somebody is told to come again', () => seen.refused > refused);
    await until('another database runs', () => database().length > 0 && database()[0] !== first);
    expect(await statusOf('/healthz')).toBe(200);
    await until('it is ready again', async () => (await statusOf('/readyz')) === 200);
  }
  isEnough = true;
  await load;
  smtp.delay = 0;
  await nothingIsLost();
}, 240_000);

test("while its database is frozen, the server survives, isn't ready, and asks callers to retry; then it resumes", async () => {
  const [token = ''] = seen.acknowledged;
  const all = database();
  for (const pid of all) process.kill(pid, 'SIGSTOP');
  const refused = seen.refused;
  const calls = Array.from({ length: 40 }, async () =>
    isGood(await call(`applications/${token}`), 'read'),
  );
  await until('it says that it is not ready', async () => (await statusOf('/readyz')) === 503);
  expect(await statusOf('/healthz')).toBe(200);
  await until('somebody is told to come again', () => seen.refused > refused);
  for (const pid of all) process.kill(pid, 'SIGCONT');
  expect((await Promise.all(calls)).some(Boolean)).toBe(true);
  await apply();
  await nothingIsLost();
}, 240_000);

test('the server survives a full disk, and works again once there is space', async ({ skip }) => {
  if (!isSmallDisk) skip('no small disk here');
  let isEnough = false;
  const load = keepApplying(() => isEnough);
  const ballast = join(folder, 'ballast');
  const refused = seen.refused;
  // The database frees and uses space all the time, so the rest is filled repeatedly.
  await until('somebody is told to come again', () => {
    fill(ballast);
    return seen.refused > refused;
  });
  expect(await statusOf('/healthz')).toBe(200);
  await rm(ballast);
  await until('it is ready again', async () => (await statusOf('/readyz')) === 200);
  const sent = seen.sent.length;
  await until('another application is taken', () => seen.sent.length > sent);
  isEnough = true;
  await load;
  await nothingIsLost();
}, 240_000);

/**
 * Appends to a file until the small disk is full, but never beyond its size, to protect this
 * machine's disk.
 */
function fill(path: string): void {
  const file = openSync(path, 'a');
  let left = smallDisk;
  try {
    for (let size = 1 << 20; size >= 1024; size >>= 1) {
      const block = Buffer.alloc(size);
      try {
        while (left > 0 && writeSync(file, block) === size) left -= size;
      } catch {
        // Full for blocks of this size.
      }
    }
  } finally {
    closeSync(file);
  }
}

test('stopping leaves no database process, even after several starts', async () => {
  const pid = await readFile(join(folder, 'pg18/postmaster.pid'), 'utf8');
  expect(Number(pid.split('\n')[0])).toBeGreaterThan(0);
  expect(await server.stop()).toBe(0);
  expect(database()).toEqual([]);
}, 60_000);
