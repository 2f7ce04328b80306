import { createServer, type Server } from 'node:http';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestApp, visitor, type TestApp } from '../../../../test/app.ts';
import { Notices, publishNotice } from '../../../platform/db/notices.ts';
import { changed } from '../changed.ts';
import { Followers } from './follow.ts';

let app: TestApp;
let notices: Notices;
const troubles: string[] = [];
beforeAll(async () => {
  app = await createTestApp();
  notices = new Notices(app.deps.database, { onTrouble: ({ message }) => troubles.push(message) });
});
afterAll(async () => {
  notices.close();
  await app.close();
});

const open: Readable[] = [];
afterEach(() => {
  for (const stream of open.splice(0)) stream.destroy();
});

/** The stream's output so far. */
function listen(stream: Readable) {
  open.push(stream);
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return {
    text: () => text,
    changes: () => text.split('event: changed').length - 1,
    ended: new Promise<void>((done) => stream.once('close', done)),
  };
}
const address = (number: number): string => `203.0.113.${number}`;
const tellOf = (id: number) => app.deps.database.db.transaction((tx) => changed(tx, { id }));
const lists = async (): Promise<number> => {
  const { rows } = await app.deps.database.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where query like 'listen lintel%' or query = 'select 1'`,
  );
  return rows.length;
};

test('a page that follows an application gets its notifications and no others', async () => {
  const followers = new Followers(notices);
  const own = listen(followers.open({ id: 901 }, address(1)));
  const other = listen(followers.open({ id: 902 }, address(1)));
  await expect.poll(() => notices.isListening()).toBe(true);
  await expect.poll(() => other.text()).toContain('retry: 2000\n\nevent: ready\ndata: {}\n\n');
  // One notification on connecting covers events missed before.
  await expect.poll(() => other.changes()).toBe(1);
  await tellOf(901);
  await expect.poll(() => own.changes()).toBe(2);
  await sleep(50);
  expect(other.changes()).toBe(1);
  // It only signals a change, never its content.
  expect(own.text().replaceAll(/retry: 2000|event: (ready|changed)|data: \{\}|\s/g, '')).toBe('');
});

test('a rollback sends no notification', async () => {
  const followers = new Followers(notices);
  const own = listen(followers.open({ id: 903 }, address(2)));
  await expect.poll(() => own.changes()).toBeLessThanOrEqual(1);
  await expect.poll(() => notices.isListening()).toBe(true);
  const before = own.changes();
  await app.deps.database.db
    .transaction(async (tx) => {
      await changed(tx, { id: 903 });
      throw new Error('undone');
    })
    .catch(() => undefined);
  await tellOf(903);
  await expect.poll(() => own.changes()).toBeGreaterThan(before);
  await sleep(50);
  expect(own.changes()).toBe(before + 1);
});

test('a lost connection is reopened, and missed events are covered', async () => {
  const followers = new Followers(notices);
  const own = listen(followers.open({ id: 904 }, address(3)));
  await expect.poll(() => notices.isListening()).toBe(true);
  await expect.poll(() => own.changes()).toBeGreaterThanOrEqual(0);
  const before = own.changes();
  const { pool } = app.deps.database;
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen lintel%' and datname = current_database()`,
  );
  await expect.poll(() => own.changes(), { timeout: 10_000 }).toBeGreaterThan(before);
  expect(troubles.length).toBeGreaterThan(0);
  const after = own.changes();
  await tellOf(904);
  await expect.poll(() => own.changes()).toBe(after + 1);
});

test('stops listening without followers, and shares one connection among all', async () => {
  const followers = new Followers(notices);
  const streams = Array.from({ length: 5 }, (_, n) => followers.open({ id: 910 + n }, address(4)));
  const heard = streams.map(listen);
  await expect.poll(() => notices.isListening()).toBe(true);
  expect(await lists()).toBe(1);
  expect(followers.count()).toBe(5);
  for (const stream of streams) stream.destroy();
  await Promise.all(heard.map(({ ended }) => ended));
  expect([followers.count(), notices.isListening()]).toEqual([0, false]);
  await expect.poll(lists).toBe(0);
});

test('limits the streams of an application, a network, and a process, and frees closed ones', async () => {
  const followers = new Followers(notices);
  const follow = (id: number, from: string) => listen(followers.open({ id }, from));
  const one = Array.from({ length: 6 }, (_, n) => follow(920, address(10 + n)));
  expect(() => follow(920, address(30))).toThrow('busy');
  for (let id = 930; id < 942; id += 1) follow(id, address(40));
  expect(() => follow(950, address(40))).toThrow('busy');
  follow(950, address(41));
  open[0]?.destroy();
  await one[0]?.ended;
  follow(920, address(30));
  let count = followers.count();
  expect(count).toBe(6 + 12 + 1);
  for (; count < 500; count += 1) follow(10_000 + count, `2001:db8:${count.toString(16)}::1`);
  expect(() => follow(960, address(42))).toThrow('busy');
});

test('a stream sends heartbeats, ends by itself and on shutdown, and drops slow readers', async () => {
  const followers = new Followers(notices, { life: 300, sign: 40 });
  const own = listen(followers.open({ id: 905 }, address(5)));
  await expect.poll(() => own.text()).toContain('\n\n:\n\n');
  await own.ended;
  const held = followers.open({ id: 906 }, address(5));
  open.push(held);
  for (let n = 0; n < 2000 && !held.destroyed; n += 1)
    await publishNotice(app.deps.database.db, 'application:906');
  const last = new Followers(notices);
  const until = listen(last.open({ id: 907 }, address(5)));
  last.close();
  await until.ended;
  expect(last.count()).toBe(0);
});

const servers: Server[] = [];
afterAll(() => servers.forEach((server) => server.close()));

test('the endpoint streams to holders of the secret, uncompressed and unbuffered, and ends when the server closes', async () => {
  const own = await createTestApp();
  await own.app.listen({ port: 0, host: '127.0.0.1' });
  servers.push(createServer());
  const place = own.app.server.address();
  const base = `http://127.0.0.1:${typeof place === 'object' && place ? place.port : 0}/api/v1`;
  const { token } = (
    await visitor(own).post('/homeowner/pages/oak-and-iron/applications', {})
  ).json();
  expect((await fetch(`${base}/homeowner/applications/${'x'.repeat(43)}/events`)).status).toBe(404);
  const answer = await fetch(`${base}/homeowner/applications/${token}/events`, {
    headers: { 'accept-encoding': 'gzip, br' },
  });
  expect([
    answer.status,
    ...['content-type', 'content-encoding', 'cache-control', 'x-accel-buffering'].map((name) =>
      answer.headers.get(name),
    ),
  ]).toEqual([200, 'text/event-stream', null, 'no-store, no-transform', 'no']);
  const reader = answer.body?.getReader();
  const first = await reader?.read();
  expect(new TextDecoder().decode(first?.value)).toContain('event: ready');
  const [, rest] = await Promise.all([
    own.close(),
    (async () => {
      for (;;) if ((await reader?.read())?.done !== false) return 'ended';
    })(),
  ]);
  expect(rest).toBe('ended');
});
