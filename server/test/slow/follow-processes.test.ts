import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { HomeownerApplication } from '@lintel/contract/applications/homeowner';
import type { LenderEvent } from '@lintel/contract/lenders/events';
import { signBody } from '../../src/platform/crypto/secrets.ts';
import { freePort, startBuilt, type BuiltServer } from '../built-server.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { webhookSecret } from '../edges.ts';
import { applyAt, askAsHomeowner } from '../homeowner.ts';
import { unsaid } from '../offers.ts';
import { startRoundRobin, type RoundRobin } from '../round-robin.ts';
import { overTcp } from '../tcp-database.ts';

type Name = 'first' | 'second';
let folder: string;
let database: TestDatabase;
let network: Awaited<ReturnType<typeof overTcp>>;
let ports: Record<Name, number>;
let balancer: RoundRobin | undefined;
const running = new Map<Name, BuiltServer>();

/** Web processes only: the tests send the lenders' events. */
async function start(name: Name): Promise<void> {
  const settings = {
    DATABASE_URL: network.url,
    ENCRYPTION_KEY: (await readFile(join(inject('demoFolder'), 'encryption.key'), 'utf8')).trim(),
    DATA_DIR: join(folder, name),
    ROLE: 'web',
    PORT: String(ports[name]),
    PUBLIC_URL: 'http://localhost:3000',
    LENDER_WEBHOOK_SECRET: webhookSecret,
    CHROMIUM_PATH: process.execPath,
    LOG_LEVEL: 'warn',
    NODE_ENV: 'test',
    DEMO: '0',
  };
  running.set(name, await startBuilt(settings, /is ready at/));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lintel-follow-'));
  database = await createTestDatabase(inject('demoTemplate'));
  network = await overTcp(database.connectionString);
  ports = { first: await freePort(), second: await freePort() };
  await Promise.all([start('first'), start('second')]);
  balancer = await startRoundRobin([ports.first, ports.second]);
}, 240_000);
afterAll(async () => {
  await balancer?.close();
  await Promise.all([...running.values()].map((server) => server.stop()));
  network.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const at = (name: Name): string => `http://127.0.0.1:${ports[name]}`;

const read = (base: string, token: string) =>
  askAsHomeowner<HomeownerApplication>(base, `applications/${token}`);

/** A homeowner who has applied through a process; returns the secret and the lenders' reference. */
async function applied(base: string): Promise<{ token: string; reference: string }> {
  const token = await applyAt(base);
  const { rows } = await database.pool.query<{ reference: string }>(
    'select reference from applications order by id desc limit 1',
  );
  return { token, reference: rows[0]?.reference ?? '' };
}

/** Sends a lender's event to a process. */
async function tell(base: string, event: Partial<LenderEvent> & { application: string }) {
  const now = new Date();
  const id = `${event.application}-${String(event.type)}`;
  const payload = JSON.stringify({ id, createdAt: now.toISOString(), ...event });
  const answer = await fetch(`${base}/api/v1/integrations/lenders/events`, {
    method: 'POST',
    body: payload,
    headers: {
      'content-type': 'application/json',
      'lintel-signature': signBody(webhookSecret, payload, now),
    },
  });
  expect(answer.status, await answer.text()).toBe(200);
}
const keystone = (application: string) => ({
  reference: `${application}.keystone`,
  kind: 'loan' as const,
  lenderName: 'Keystone',
  amount: 12_000,
  apr: 8,
  termMonths: 84,
  monthlyPayment: 187,
  qualified: false,
  ...unsaid,
});

/** Follows an application like a browser; collects the stream's output and its end. */
async function follow(base: string, token: string) {
  const leaving = new AbortController();
  const answer = await fetch(`${base}/api/v1/homeowner/applications/${token}/events`, {
    headers: { accept: 'text/event-stream' },
    signal: leaving.signal,
  });
  expect(answer.status).toBe(200);
  let text = '';
  const ended = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of answer.body ?? []) text += decoder.decode(chunk, { stream: true });
  })().then(
    () => 'ended',
    () => 'broken',
  );
  await expect.poll(() => text).toContain('event: ready');
  return {
    changes: () => text.split('event: changed').length - 1,
    ended,
    leave: () => leaving.abort(),
  };
}
/** Longer than a process needs to listen or to reconnect. */
const patience = { timeout: 20_000 };

test("a page that follows on one process gets the lender's and homeowner's changes from the other, once each", async () => {
  const { token, reference } = await applied(at('first'));
  const page = await follow(at('first'), token);
  const other = await follow(at('second'), (await applied(at('second'))).token);
  // Each process announces once that it is listening.
  await expect.poll(page.changes, patience).toBe(1);
  await expect.poll(other.changes, patience).toBe(1);

  const offers = [keystone(reference)];
  await tell(at('second'), { application: reference, type: 'offers.received', offers });
  await expect.poll(page.changes, patience).toBe(2);
  const offered = await read(at('first'), token);
  expect([offered.status, offered.offers[0]?.lenderName]).toEqual(['offers', 'Keystone']);

  const choose = `applications/${token}/offers/${offered.offers[0]?.id}/choose`;
  await askAsHomeowner(at('second'), choose, { replaces: null });
  await expect.poll(page.changes, patience).toBe(3);
  expect((await read(at('first'), token)).next.step).toBe('decide');
  // No page gets another application's changes.
  expect([page.changes(), other.changes()]).toEqual([3, 1]);
  page.leave();
  other.leave();
}, 60_000);

test('after the followed process is killed, polling continues, and a new stream on the other process catches up', async () => {
  const { token, reference } = await applied(at('first'));
  const page = await follow(at('first'), token);
  await expect.poll(page.changes, patience).toBe(1);
  await running.get('first')?.stop('SIGKILL');
  expect(await page.ended).toBe('broken');

  // No stream is open now; a page that polls sees the change anyway.
  const through = balancer?.address ?? '';
  const offers = [keystone(reference)];
  await tell(through, { application: reference, type: 'offers.received', offers });
  expect((await read(through, token)).status).toBe('offers');

  const back = await follow(through, token);
  // A new stream starts here, so earlier changes count as missed.
  await expect.poll(back.changes, patience).toBe(1);
  // The restarted process gets an event, which reaches the stream on the other one.
  await start('first');
  const offer = `${reference}.keystone`;
  await tell(at('first'), { application: reference, type: 'application.approved', offer });
  await expect.poll(back.changes, patience).toBe(2);
  expect((await read(at('first'), token)).next.step).toBe('startWork');
  back.leave();
}, 120_000);

test('a stopping process ends its streams cleanly, so that pages reconnect elsewhere', async () => {
  const { token, reference } = await applied(at('second'));
  const page = await follow(at('first'), token);
  const stopped = running.get('first')?.stop();
  expect(await page.ended).toBe('ended');
  expect(await stopped).toBe(0);
  const back = await follow(balancer?.address ?? '', token);
  await expect.poll(back.changes, patience).toBe(1);
  const offers = [keystone(reference)];
  await tell(at('second'), { application: reference, type: 'offers.received', offers });
  await expect.poll(back.changes, patience).toBe(2);
  back.leave();
}, 60_000);
