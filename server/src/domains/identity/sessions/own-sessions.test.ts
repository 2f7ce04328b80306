import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OwnSession } from '@lintel/contract/identity/own-sessions';
import {
  createTestApp,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../../test/app.ts';

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const brand = { id: 12, email: 'brand@demo.test' };

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
const sql = (text: string, values: unknown[] = []) => app.deps.database.pool.query(text, values);
beforeEach(async () => {
  await sql('delete from call_counters');
  await sql('update sessions set ended_at = now() where ended_at is null');
});

async function signInWith(
  userAgent: string,
  more: object = {},
  username = brand.email,
): Promise<TestClient> {
  const client = visitor(app);
  const form = { username, password: 'Demo-pass1', ...more };
  const headers = { 'user-agent': userAgent };
  expect((await client.post('/authentication', form, { headers })).statusCode).toBe(200);
  return client;
}
async function listOf(client: TestClient, userId = brand.id): Promise<OwnSession[]> {
  const answer = await client.get(`/user/${userId}/sessions`);
  expect(answer.statusCode).toBe(200);
  return answer.json().data;
}
const isIn = async (client: TestClient): Promise<boolean> =>
  (await client.get('/user')).statusCode === 200;

describe('the list of sessions', () => {
  test('describes each one: the current session first, then the last used, with address and times', async () => {
    const phone = await signInWith(safari);
    app.clock.pass(60);
    const laptop = await signInWith(chrome);
    expect(await listOf(phone)).toMatchObject([
      { device: 'Safari on iOS', isThis: true, address: '127.0.0.1' },
      { device: 'Chrome on Windows', isThis: false },
    ]);
    const [mine, other] = await listOf(laptop);
    expect([mine?.device, other?.device]).toEqual(['Chrome on Windows', 'Safari on iOS']);
    app.clock.pass(60);
    await phone.post('/refresh');
    const used = (await listOf(laptop)).find(({ isThis }) => !isThis);
    expect(Date.parse(used?.lastUsedAt ?? '') - Date.parse(used?.signedInAt ?? '')).toBe(120_000);
  });

  test('omits sessions that were signed out or expired', async () => {
    const [here, gone] = [await signInWith(chrome), await signInWith(safari)];
    await gone.get('/logout');
    await signInWith(safari, { keep: false });
    expect(await listOf(here)).toHaveLength(2);
    app.clock.pass(12 * 3600 + 1);
    await here.post('/refresh');
    expect(await listOf(here)).toHaveLength(1);
  });

  test('is paged', async () => {
    const here = await signInWith(chrome);
    for (let other = 0; other < 10; other += 1) await signInWith(safari);
    const second = (await here.get('/user/12/sessions?page=2&limit=10')).json();
    expect([second.data.length, second.total]).toEqual([1, 11]);
  });

  test("doesn't repeat text that a browser invents about itself", async () => {
    const client = await signInWith('Your bank, call 555-0100/1 (x)');
    expect((await listOf(client))[0]?.device).toBe('Unknown device');
  });
});

describe('ending sessions', () => {
  test('another device is signed out with its next request, and its refresh cookie stops working', async () => {
    const [here, there] = [await signInWith(chrome), await signInWith(safari)];
    const other = (await listOf(here)).find(({ isThis }) => !isThis)?.id;
    expect((await here.post(`/user/12/sessions/${other}/end`)).statusCode).toBe(200);
    expect([await isIn(here), await isIn(there)]).toEqual([true, false]);
    expect((await there.post('/refresh')).statusCode).toBe(401);
    expect((await here.post(`/user/12/sessions/${other}/end`)).statusCode).toBe(404);
  });

  test('ending all others keeps the current one and those of other accounts', async () => {
    const here = await signInWith(chrome);
    const others = [await signInWith(safari), await signInWith(chrome)];
    const stranger = await signInWith(safari, {}, 'pro@demo.test');
    expect((await here.post('/user/12/sessions/end-others')).statusCode).toBe(200);
    expect(await listOf(here)).toHaveLength(1);
    for (const other of others) expect(await isIn(other)).toBe(false);
    expect(await isIn(stranger)).toBe(true);
  });

  test("another account's session can't be ended by account id or by session id", async () => {
    const victim = await signInWith(chrome);
    const [session] = await listOf(victim);
    const attacker = await signInWith(chrome, {}, 'pro@demo.test');
    const team = await signInWith(chrome, {}, 'team@demo.test');
    for (const client of [attacker, team]) {
      const own: number = (await client.get('/user')).json().id;
      const calls = [
        await client.get('/user/12/sessions'),
        await client.post('/user/12/sessions/end-others'),
        await client.post(`/user/12/sessions/${session?.id}/end`),
        await client.post(`/user/${own}/sessions/${session?.id}/end`),
      ];
      expect(calls.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
    }
    expect(await isIn(victim)).toBe(true);
    expect((await visitor(app).get('/user/12/sessions')).statusCode).toBe(401);
  });

  test("staff switched into the account can't end its sessions, but can end their own", async () => {
    const victim = await signInWith(chrome);
    const [session] = await listOf(victim);
    const staff = await (await signedInAs(app, 'support@demo.test')).switchInto(brand.id);
    const calls = [
      await staff.get('/user/12/sessions'),
      await staff.post('/user/12/sessions/end-others'),
      await staff.post(`/user/12/sessions/${session?.id}/end`),
    ];
    expect(calls.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403]);
    expect(await isIn(victim)).toBe(true);
    await staff.post('/user/switch-back');
    staff.switchedInto = null;
    const own: number = (await staff.get('/user')).json().id;
    expect(await listOf(staff, own)).toHaveLength(1);
  });

  test('two sessions that end each other at the same moment are both signed out', async () => {
    const [one, two] = [await signInWith(chrome), await signInWith(safari)];
    const answers = await Promise.all(
      [one, two].map((client) => client.post('/user/12/sessions/end-others')),
    );
    expect(answers.some(({ statusCode }) => statusCode === 200)).toBe(true);
    expect([await isIn(one), await isIn(two)]).toContain(false);
  });
});

describe("a session that isn't kept", () => {
  const livesOf = (cookies: { name: string; maxAge?: number }[]) =>
    cookies.filter(({ name }) => name !== 'lintel_device').map(({ maxAge }) => maxAge);

  test('has cookies that end with the browser, even after a refresh, while the device stays known', async () => {
    const client = visitor(app);
    const form = { username: brand.email, password: 'Demo-pass1', keep: 'false' };
    const { cookies } = await client.post('/authentication', form);
    expect(livesOf(cookies)).toEqual([undefined, undefined]);
    expect(cookies.find(({ name }) => name === 'lintel_device')?.maxAge).toBe(400 * 24 * 3600);
    const refreshed = await client.post('/refresh');
    expect(livesOf(refreshed.cookies)).toEqual([undefined, undefined]);
  });

  test('expires after twelve hours without use and is extended by use', async () => {
    const client = await signInWith(chrome, { keep: false });
    app.clock.pass(11 * 3600);
    expect((await client.post('/refresh')).statusCode).toBe(200);
    app.clock.pass(11 * 3600);
    expect((await client.post('/refresh')).statusCode).toBe(200);
    app.clock.pass(12 * 3600 + 1);
    expect((await client.post('/refresh')).statusCode).toBe(401);
  });

  test('is opt-in: otherwise the cookies last thirty days', async () => {
    for (const more of [{}, { keep: true }, { keep: 'on' }]) {
      const form = { username: brand.email, password: 'Demo-pass1', ...more };
      const { cookies } = await visitor(app).post('/authentication', form);
      expect(livesOf(cookies)).toEqual([15 * 60, 30 * 24 * 3600]);
    }
  });
});

test("signing out clears the browser's cache but leaves drafts and the known device", async () => {
  const client = await signInWith(chrome);
  const { headers } = await client.get('/logout');
  expect(headers['clear-site-data']).toBe('"cache"');
  expect(Object.keys(client.cookies)).toEqual(['lintel_device']);
});

describe('old sessions', () => {
  const count = async (table: string): Promise<number> =>
    Number((await sql(`select count(*) as total from ${table}`)).rows[0].total);
  const sweep = async (): Promise<void> => {
    const handler = app.composed.schedules.find(
      ({ handler: { job } }) => job.id === 'identity.sweep-sessions',
    );
    await handler?.handler.run(undefined);
  };

  test('are deleted after 90 days with their refresh cookies, except those with staff visits', async () => {
    for (const table of ['staff_visits', 'refresh_tokens', 'sessions'])
      await sql(`delete from ${table}`);
    const staff = await (await signedInAs(app, 'admin@demo.test')).switchInto(brand.id);
    await staff.get('/logout');
    const ended = await signInWith(chrome);
    await ended.post('/refresh');
    await ended.get('/logout');
    await signInWith(chrome);
    app.clock.pass(89 * 24 * 3600);
    const before = await count('sessions');
    await sweep();
    expect(await count('sessions')).toBe(before);
    app.clock.pass(2 * 24 * 3600);
    await signInWith(safari);
    await sweep();
    // The session that expired unused ended after 30 days, so it stays for another 29.
    const visited = new Set(
      (await sql('select session_id id from staff_visits')).rows.map(({ id }) => id),
    );
    const { rows } = await sql('select id, ended_at from sessions where last_seen_at < $1', [
      new Date(app.clock.now().getTime() - 90 * 24 * 3600 * 1000),
    ]);
    for (const { id, ended_at } of rows) expect(visited.has(id) || ended_at === null).toBe(true);
    expect(rows.some(({ id }) => visited.has(id))).toBe(true);
    app.clock.pass(31 * 24 * 3600);
    await sweep();
    await sweep();
    const { rows: all } = await sql('select id from sessions');
    expect(all.filter(({ id }) => !visited.has(id))).toHaveLength(1);
    expect(await count('refresh_tokens where session_id not in (select id from sessions)')).toBe(0);
  });
});
