import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { demoPassword } from '../../../demo/people.ts';
import {
  createTestApp,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../../test/app.ts';
import { linkSentTo, mailTo } from '../../../../test/mail.ts';
import { hashSecret } from '../../../platform/crypto/secrets.ts';
import { callCounters } from '../../../platform/tables.ts';
import { identitySchedules } from '../jobs.ts';
import { signInFailures, users } from '../tables.ts';
import { withAttempt } from './guessing.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(() => app.deps.database.pool.query('truncate sign_in_failures, call_counters'));

const owner = 'brand@demo.test';
const wrong = 'Wrong-pass1';

const tryFrom = (
  address: string,
  options: { username?: string; password?: string; client?: TestClient } = {},
) => {
  const { username = owner, password = wrong, client = visitor(app) } = options;
  return client.post('/authentication', { username, password }, { remoteAddress: address });
};
const statusFrom = async (...asked: Parameters<typeof tryFrom>): Promise<number> =>
  (await tryFrom(...asked)).statusCode;

/** Makes wrong attempts in sequence, each from the network that `address` returns for it. */
async function guess(
  times: number,
  address: (attempt: number) => string,
  username = owner,
): Promise<number[]> {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < times; attempt += 1)
    statuses.push(await statusFrom(address(attempt), { username }));
  return statuses;
}
const always = (address: string) => () => address;
const anywhere = (attempt: number): string => `198.51.100.${attempt + 1}`;
const refused = (times: number): number[] => Array.from({ length: times }, () => 401);

test('after ten wrong passwords from one network, each further attempt there waits longer, but other networks can sign in', async () => {
  expect(await guess(10, always('192.0.2.1'))).toEqual(refused(10));
  const early = await tryFrom('192.0.2.1', { password: demoPassword });
  expect([early.statusCode, early.headers['retry-after'], early.json()]).toEqual([
    429,
    '30',
    { error: 'too_many_requests', message: 'Too many attempts. Please try again in 30 seconds.' },
  ]);
  expect(await statusFrom('192.0.2.2', { password: demoPassword })).toBe(200);
  const waits: (string | undefined)[] = [];
  for (const seconds of [30, 60, 120, 240, 480, 900, 900]) {
    app.clock.pass(seconds - 1);
    expect(await statusFrom('192.0.2.1')).toBe(429);
    app.clock.pass(1);
    expect(await statusFrom('192.0.2.1')).toBe(401);
    waits.push((await tryFrom('192.0.2.1')).headers['retry-after'] as string);
  }
  expect(waits).toEqual(['60', '120', '240', '480', '900', '900', '900']);
  app.clock.pass(900);
  expect(await statusFrom('192.0.2.1', { password: demoPassword })).toBe(200);
  expect(await guess(10, always('192.0.2.1'))).toEqual(refused(10));
});

test("a network's count resets after a day without an attempt", async () => {
  await guess(11, always('192.0.2.3'));
  app.clock.pass(24 * 3600);
  expect(await guess(10, always('192.0.2.3'))).toEqual(refused(10));
});

test('a correct password works on a known device regardless of attacks from elsewhere', async () => {
  const known = await signedInAs(app, owner);
  await known.get('/logout');
  expect(await guess(50, anywhere)).toEqual(refused(50));
  expect(await guess(10, always('127.0.0.1'))).not.toContain(200);
  expect(await statusFrom('203.0.113.9', { password: demoPassword })).toBe(429);
  for (const address of ['127.0.0.1', '203.0.113.9', '2001:db8::1'])
    expect(await statusFrom(address, { password: demoPassword, client: known }), address).toBe(200);
});

test('a network that guesses at many accounts is blocked except on known devices', async () => {
  const known = await signedInAs(app, owner);
  const statuses = [];
  for (let person = 0; person < 101; person += 1)
    statuses.push(await statusFrom('192.0.2.4', { username: `person-${person}@demo.test` }));
  expect(statuses).toEqual([...refused(100), 429]);
  expect(await statusFrom('192.0.2.4', { password: demoPassword })).toBe(429);
  expect(await statusFrom('192.0.2.4', { password: demoPassword, client: known })).toBe(200);
  expect(await statusFrom('192.0.2.5', { password: demoPassword })).toBe(200);
});

test('slows down guessing from many networks together, while the reset link still works for the owner', async () => {
  await guess(50, anywhere);
  const late = await tryFrom('203.0.113.1', { password: demoPassword });
  expect([late.statusCode, late.headers['retry-after']]).toEqual([429, '30']);
  const reader = visitor(app);
  await reader.post('/restore', { email: owner });
  const enc = await linkSentTo(app, owner, '/np');
  await reader.post('/update-password', { enc, newPassword: demoPassword });
  expect(await statusFrom('203.0.113.1', { password: demoPassword, client: reader })).toBe(200);
});

test('counts all addresses of an IPv6 network as one', async () => {
  expect(await guess(11, (attempt) => `2001:db8:7:7::${attempt + 1}`)).toEqual([
    ...refused(10),
    429,
  ]);
});

test('concurrent wrong passwords count the same as sequential ones', async () => {
  const statuses = await Promise.all(Array.from({ length: 25 }, () => statusFrom('192.0.2.6')));
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(15);
});

test('a known device has its own limit, with waits of a minute at most', async () => {
  const known = await signedInAs(app, owner);
  const attempt = (password = wrong) => statusFrom('192.0.2.7', { password, client: known });
  for (let times = 0; times < 10; times += 1) expect(await attempt()).toBe(401);
  expect(await attempt()).toBe(429);
  for (const seconds of [30, 60, 60]) {
    app.clock.pass(seconds);
    expect([await attempt(), await attempt()]).toEqual([401, 429]);
  }
  expect(await statusFrom('192.0.2.7', { password: demoPassword })).toBe(200);
  app.clock.pass(60);
  expect([await attempt(demoPassword), await attempt(), await attempt(demoPassword)]).toEqual([
    200, 401, 200,
  ]);
});

test("rejects a device cookie that is forged, expired, or another account's", async () => {
  const other = await signedInAs(app, 'pro@demo.test');
  const forged = await signedInAs(app, owner);
  forged.cookies['lintel_device'] = `${forged.cookies['lintel_device']?.slice(0, -3)}xyz`;
  const nonsense = visitor(app);
  nonsense.cookies['lintel_device'] = 'x'.repeat(3000);
  await guess(10, always('192.0.2.8'));
  for (const client of [other, forged, nonsense])
    expect(await statusFrom('192.0.2.8', { client })).toBe(429);
  const known = await signedInAs(app, owner);
  app.clock.pass(401 * 24 * 3600);
  await guess(10, always('192.0.2.8'));
  expect(await statusFrom('192.0.2.8', { password: demoPassword, client: known })).toBe(429);
});

test("guessing on a known device doesn't block other browsers", async () => {
  const known = await signedInAs(app, owner);
  for (let times = 0; times < 55; times += 1) {
    expect(await statusFrom('192.0.2.20', { client: known })).toBe(401);
    app.clock.pass(61);
  }
  expect(await statusFrom('203.0.113.20', { password: demoPassword })).toBe(200);
  expect(await statusFrom('192.0.2.20', { password: demoPassword })).toBe(200);
});

test('slows down known devices together, except those with few failures', async () => {
  const signIn = async () => {
    const client = visitor(app);
    expect(await statusFrom('192.0.2.21', { password: demoPassword, client })).toBe(200);
    return client;
  };
  const [spared, late] = [await signIn(), await signIn()];
  const guessers = [await signIn(), await signIn(), await signIn()];
  for (const client of guessers)
    for (let times = 0; times < 10; times += 1)
      expect(await statusFrom('192.0.2.21', { client })).toBe(401);
  const tries = [];
  for (let times = 0; times < 4; times += 1)
    tries.push(await statusFrom('192.0.2.21', { client: late }));
  expect(tries).toEqual([401, 401, 401, 429]);
  expect(await statusFrom('192.0.2.21', { client: spared, password: demoPassword })).toBe(200);
});

test('a new password forgets all known devices except the browser that set it', async () => {
  const before = await signedInAs(app, owner);
  const changer = await signedInAs(app, owner);
  const [user] = await app.deps.database.db.select().from(users).where(eq(users.email, owner));
  const changed = await changer.post(`/user/${user?.id}/update-password`, {
    password: demoPassword,
  });
  expect(changed.statusCode).toBe(200);
  await guess(10, always('192.0.2.22'));
  const from = (client: TestClient) => statusFrom('192.0.2.22', { password: demoPassword, client });
  expect([await from(before), await from(changer)]).toEqual([429, 200]);
});

test('returns the longest wait when several limits apply', async () => {
  const hashed = hashSecret(owner);
  const lastAt = app.clock.now();
  await app.deps.database.db.insert(signInFailures).values([
    { key: `account:${hashed}`, failures: 50, lastAt },
    { key: `network:192.0.2.23:${hashed}`, failures: 12, lastAt },
  ]);
  expect((await tryFrom('192.0.2.23')).headers['retry-after']).toBe('120');
  const resetsAt = new Date(lastAt.getTime() + 900_000);
  await app.deps.database.db
    .insert(callCounters)
    .values({ key: 'sign-in-from:192.0.2.23', count: 100, resetsAt })
    .onConflictDoUpdate({ target: callCounters.key, set: { count: 100, resetsAt } });
  expect((await tryFrom('192.0.2.23')).headers['retry-after']).toBe('900');
  app.clock.pass(840);
  expect((await tryFrom('192.0.2.23')).headers['retry-after']).toBe('60');
});

test('a device stays known to every account that signed in on it', async () => {
  const shared = await signedInAs(app, owner);
  await statusFrom('127.0.0.1', {
    username: 'pro@demo.test',
    password: demoPassword,
    client: shared,
  });
  for (const username of [owner, 'pro@demo.test']) {
    await guess(10, always('192.0.2.9'), username);
    expect(
      await statusFrom('192.0.2.9', { username, password: demoPassword, client: shared }),
    ).toBe(200);
  }
});

test('an e-mail without an account gets the same responses', async () => {
  const answers = async (username: string): Promise<unknown[]> => {
    const given = [];
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const { statusCode, body, headers } = await tryFrom('192.0.2.10', { username });
      given.push([statusCode, body, headers['retry-after']]);
    }
    return given;
  };
  expect(await answers('nobody@demo.test')).toEqual(await answers(owner));
});

test('counts from a clock that was ahead expire', async () => {
  app.clock.pass(2 * 24 * 3600);
  await guess(10, always('192.0.2.11'));
  expect(await statusFrom('192.0.2.11')).toBe(429);
  app.clock.pass(-2 * 24 * 3600);
  expect(await statusFrom('192.0.2.11', { password: demoPassword })).toBe(200);
});

test('two processes whose clocks differ by a second share their counts', () => {
  const now = new Date();
  const ahead = { failures: 9, lastAt: new Date(now.getTime() + 1000) };
  expect(withAttempt(ahead, now)).toEqual({ failures: 10, lastAt: now, isNew: false });
});

const told = async (email: string): Promise<number> =>
  (await mailTo(app, email)).filter(({ event }) => event === 'sign-in-attempts').length;

test('notifies the owner once of wrong passwords, and again only after a day without any', async () => {
  const before = await told(owner);
  await guess(9, anywhere);
  expect(await told(owner)).toBe(before);
  await guess(40, anywhere);
  expect(await told(owner)).toBe(before + 1);
  const [mail] = await mailTo(app, owner);
  expect(mail?.subject).toBe('Someone tried to sign in to your account');
  expect(mail?.text).toContain('at least 10 times');
  expect(mail?.text).toContain('http://localhost:3000/restore');
  await app.work();
  expect(await told(owner)).toBe(before + 1);
  app.clock.pass(24 * 3600);
  await guess(10, anywhere);
  expect(await told(owner)).toBe(before + 2);
});

test("sends no notice for an owner's own typos or for an e-mail without an account", async () => {
  const before = await told('pro@demo.test');
  for (let day = 0; day < 4; day += 1) {
    await guess(4, always('192.0.2.12'), 'pro@demo.test');
    expect(
      await statusFrom('192.0.2.12', { username: 'pro@demo.test', password: demoPassword }),
    ).toBe(200);
  }
  expect(await told('pro@demo.test')).toBe(before);
  await guess(10, always('192.0.2.13'), 'nobody-at-all@demo.test');
  await guess(10, always('192.0.2.13'), 'fresh@demo.test');
  expect([await told('nobody-at-all@demo.test'), await told('fresh@demo.test')]).toEqual([0, 0]);
});

test("other networks' wrong passwords stay counted after the owner signs in", async () => {
  const before = await told('concierge@demo.test');
  await guess(6, anywhere, 'concierge@demo.test');
  expect(
    await statusFrom('192.0.2.14', { username: 'concierge@demo.test', password: demoPassword }),
  ).toBe(200);
  await guess(4, anywhere, 'concierge@demo.test');
  expect(await told('concierge@demo.test')).toBe(before + 1);
});

test('deletes expired counts, including those dated in the future', async () => {
  await guess(3, always('192.0.2.15'));
  app.clock.pass(5 * 24 * 3600);
  await guess(3, always('192.0.2.16'));
  app.clock.pass(-3 * 24 * 3600);
  await guess(3, always('192.0.2.17'));
  const [sweep] = identitySchedules(app.context);
  await sweep?.handler.run({});
  const keys = (await app.deps.database.db.select().from(signInFailures)).map(({ key }) =>
    key.split(':').slice(0, 2).join(':'),
  );
  expect(keys.filter((key) => key.startsWith('network'))).toEqual(['network:192.0.2.17']);
});
