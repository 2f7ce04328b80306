import { createPublicKey } from 'node:crypto';
import { jwtVerify } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PushKind } from '@lintel/contract/push/constants';
import type { PushDevice } from '@lintel/contract/push/devices';
import {
  createTestApp,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../../test/app.ts';
import { linkWorld } from '../../../../test/links.ts';
import { PushBrowser, startPushService } from '../../../../test/push-service.ts';
import { isPushService } from './services.ts';
import { enqueuePush } from './queue.ts';

const contractorId = 101;
const pro = { id: 11, email: 'pro@demo.test' };

let service: Awaited<ReturnType<typeof startPushService>>;
let app: TestApp;
beforeAll(async () => {
  service = await startPushService();
  app = await createTestApp({ push: service.carry });
});
afterAll(async () => {
  await app.close();
  await service.close();
});
const sql = (text: string, values: unknown[] = []) => app.deps.database.pool.query(text, values);
beforeEach(async () => {
  await sql('delete from push_devices');
  await sql('delete from call_counters');
  service.received.length = 0;
});
afterEach(() => expect(app.warnings).toEqual([]));

const kinds: PushKind[] = ['application', 'offers', 'funding'];
const path = (more = '', id = pro.id): string => `/user/${id}/push${more}`;
const turnOn = (client: TestClient, browser = new PushBrowser(), change: object = {}) =>
  client.post(path('/devices'), { ...browser.subscription, kinds, ...change });
const listOf = async (client: TestClient): Promise<PushDevice[]> =>
  (await client.get(path())).json().devices;

let news = 0;
async function happens(change: Partial<Parameters<typeof enqueuePush>[1]> = {}): Promise<void> {
  news += 1;
  const of = { contractorId, applicationId: 41, kind: 'offers', key: `news-${news}` } as const;
  await app.deps.database.db.transaction((tx) => enqueuePush(tx, { ...of, ...change }));
  await app.work();
}

test('a registered device gets the event, encrypted for its browser and without personal data', async () => {
  const client = await signedInAs(app, pro.email);
  const browser = new PushBrowser();
  const { publicKey } = (await client.get(path())).json();
  const answer = await turnOn(client, browser);
  expect(answer.json()).toMatchObject({ device: { kinds, isThis: true, lastSentAt: null } });
  await happens();
  expect(service.received).toHaveLength(1);
  const [{ path: to, headers, body } = { path: '', headers: {}, body: Buffer.alloc(0) }] =
    service.received;
  expect(to).toBe(browser.path);
  expect(browser.read(body)).toEqual({ kind: 'offers', applicationId: 41 });
  expect(() => new PushBrowser().read(body)).toThrow();
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' });
  const [, token = '', key = ''] =
    /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? [];
  expect(key).toBe(publicKey);
  const point = Buffer.from(key, 'base64url');
  const x = point.subarray(1, 33).toString('base64url');
  const y = point.subarray(33).toString('base64url');
  const verifying = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
  const { payload } = await jwtVerify(token, verifying);
  expect(payload).toMatchObject({
    aud: 'https://fcm.googleapis.com',
    sub: 'mailto:support@lintel.example',
  });
  expect((await listOf(client))[0]?.lastSentAt).toBe(app.clock.now().toISOString());
  const { rows } = await sql('select subscription from push_devices');
  expect(JSON.stringify(rows)).not.toContain('googleapis');
});

test('an event notifies once, however often its jobs run, and only for the chosen kinds', async () => {
  const client = await signedInAs(app, pro.email);
  await turnOn(client, new PushBrowser(), { kinds: ['funding'] });
  await happens({ kind: 'offers' });
  await happens({ kind: 'application' });
  expect(service.received).toHaveLength(0);
  for (let turn = 0; turn < 3; turn += 1) await happens({ kind: 'funding', key: 'funded-41' });
  expect(service.received).toHaveLength(1);
});

test('notifies about a new application and then about its offers', async () => {
  const client = await signedInAs(app, pro.email);
  const browser = new PushBrowser();
  await turnOn(client, browser);
  const world = linkWorld(app);
  const token = await world.begin('summit-roofing');
  expect((await world.submit(token, 'summit-roofing')).statusCode).toBe(200);
  await app.work();
  const { rows } = await sql('select max(id)::int as id from applications');
  const told = service.received.map(({ body }) => browser.read(body));
  expect(told[0]).toEqual({ kind: 'application', applicationId: rows[0].id });
  expect(told[1]).toEqual({ kind: 'offers', applicationId: rows[0].id });
});

test('a device ends with its session: signed out, signed out remotely, or idle for long', async () => {
  const client = await signedInAs(app, pro.email);
  const phone = await signedInAs(app, pro.email);
  await turnOn(client);
  await turnOn(phone);
  expect(await listOf(client)).toHaveLength(2);
  await client.post(`/user/${pro.id}/sessions/end-others`);
  expect(await listOf(client)).toHaveLength(1);
  await happens();
  expect(service.received).toHaveLength(1);
  await client.get('/logout');
  await happens();
  expect(service.received).toHaveLength(1);
  const kept = await signedInAs(app, pro.email);
  await turnOn(kept);
  await sql(`update sessions set last_seen_at = last_seen_at - interval '60 days'`);
  await happens();
  expect(service.received).toHaveLength(1);
  const sweep = app.composed.schedules.find(({ handler }) => handler.job.id === 'push.sweep');
  await sweep?.handler.run({});
  expect((await sql('select 1 from push_devices')).rowCount).toBe(0);
});

test('users who can no longer see applications get nothing: deactivated, without the section, canceled', async () => {
  const team = await signedInAs(app, 'team@demo.test');
  const { id } = (await team.get('/user')).json();
  expect(
    (await team.post(path('/devices', id), { ...new PushBrowser().subscription, kinds }))
      .statusCode,
  ).toBe(200);
  const told = async (change: string): Promise<number> => {
    service.received.length = 0;
    await sql(`update users set ${change} where id = $1`, [id]);
    await happens();
    return service.received.length;
  };
  expect(await told(`is_active = true`)).toBe(1);
  expect(await told(`is_active = false`)).toBe(0);
  expect(await told(`is_active = true, team_access = 'Limited', team_resources = '{refer}'`)).toBe(
    0,
  );
  expect((await team.get(path('', id))).statusCode).toBe(403);
  expect(await told(`team_access = 'Full'`)).toBe(1);
  await sql(`update contractors set payment_status = 'Canceled' where id = $1`, [contractorId]);
  expect(await told(`is_active = true`)).toBe(0);
  await sql(`update contractors set payment_status = 'Paid' where id = $1`, [contractorId]);
});

test("another user, or staff who switched, can't use a device", async () => {
  const client = await signedInAs(app, pro.email);
  const { device } = (await turnOn(client)).json();
  const brand = await signedInAs(app, 'brand@demo.test');
  const team = await signedInAs(app, 'team@demo.test');
  const { id: teamId } = (await team.get('/user')).json();
  const staff = await (await signedInAs(app, 'admin@demo.test')).switchInto(pro.id);
  const answers = await Promise.all([
    brand.get(path()),
    brand.post(path(`/devices/${device.id}/remove`, 12)),
    team.post(path(`/devices/${device.id}/remove`, teamId)),
    team.post(path(`/devices/${device.id}/test`, teamId)),
    visitor(app).get(path()),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 401]);
  const switched = await Promise.all([
    staff.get(path()),
    turnOn(staff),
    staff.post(path(`/devices/${device.id}/remove`)),
  ]);
  expect(switched.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403]);
  expect(await listOf(client)).toHaveLength(1);
});

test("knowing another browser's address isn't enough to take it over or read its notifications", async () => {
  const client = await signedInAs(app, pro.email);
  const browser = new PushBrowser();
  await turnOn(client, browser);
  const attacker = await signedInAs(app, 'brand@demo.test');
  const forged = { ...new PushBrowser().subscription, endpoint: browser.subscription.endpoint };
  expect((await attacker.post(path('/devices', 12), { ...forged, kinds })).statusCode).toBe(200);
  expect(await listOf(client)).toHaveLength(1);
  await happens();
  expect(service.received.map(({ body }) => browser.read(body))).toHaveLength(1);
  // The same browser belongs to the next user who signs in.
  const next = await signedInAs(app, 'brand@demo.test');
  await next.post(path('/devices', 12), { ...browser.subscription, kinds });
  expect(await listOf(client)).toHaveLength(0);
});

test("calls only the browsers' push services, whatever address a browser sends", async () => {
  const client = await signedInAs(app, pro.email);
  const endpoints = [
    'https://127.0.0.1/push',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/push',
    'http://fcm.googleapis.com/fcm/send/a',
    'https://fcm.googleapis.com:8443/fcm/send/a',
    'https://fcm.googleapis.com.evil.example/a',
    'https://user:pass@fcm.googleapis.com/a',
    'https://evilpush.apple.com/a',
    'https://localhost/a',
  ];
  for (const endpoint of endpoints)
    expect([endpoint, (await turnOn(client, new PushBrowser(), { endpoint })).statusCode]).toEqual([
      endpoint,
      422,
    ]);
  const known = [
    'https://fcm.googleapis.com/fcm/send/a',
    'https://updates.push.services.mozilla.com/wpush/v2/a',
    'https://wns2-by3p.notify.windows.com/w/?token=a',
    'https://web.push.apple.com/a',
  ];
  expect(known.filter((endpoint) => !isPushService(endpoint))).toEqual([]);
  expect(isPushService('https://push.example.com/a', 'push.example.com')).toBe(true);
});

test('deletes a device that its push service no longer knows', async () => {
  const client = await signedInAs(app, pro.email);
  for (const status of [404, 410, 403]) {
    await turnOn(client);
    service.trouble({ status });
    await happens();
    expect([status, await listOf(client)]).toEqual([status, []]);
  }
  expect(service.received).toHaveLength(0);
});

test('retries 429 and 5xx when the service allows, and drops notifications after a day', async () => {
  const client = await signedInAs(app, pro.email);
  await turnOn(client);
  service.trouble({ status: 429, retryAfter: '600' }, { status: 503 });
  await happens({ key: 'busy' });
  const due = async (): Promise<number> => {
    const { rows } = await sql(
      `select extract(epoch from run_at) * 1000 as at from graphile_worker.jobs
       where key = (select 'push:' || id from messages where channel = 'push' and key like 'busy:%')`,
    );
    return (Number(rows[0]?.at ?? 0) - app.clock.now().getTime()) / 1000;
  };
  expect(await due()).toBeCloseTo(600, 0);
  const again = async (): Promise<void> => {
    await sql(`update graphile_worker._private_jobs set run_at = now() where key like 'push:%'`);
    await app.work();
  };
  await again();
  expect(await due()).toBeCloseTo(60, 0);
  await again();
  expect(service.received).toHaveLength(1);
  expect(await listOf(client)).toHaveLength(1);
  service.trouble({ status: 500 });
  await happens({ key: 'old-busy' });
  app.clock.pass(90_000);
  await again();
  expect(service.received).toHaveLength(1);
});

test("a user has at most ten devices, and re-registering a browser doesn't add one", async () => {
  const client = await signedInAs(app, pro.email);
  const browser = new PushBrowser();
  await Promise.all([turnOn(client, browser), turnOn(client, browser)]);
  expect(await listOf(client)).toHaveLength(1);
  await turnOn(client);
  expect(await listOf(client)).toHaveLength(1);
  for (let more = 0; more < 9; more += 1) await turnOn(await signedInAs(app, pro.email));
  expect(await listOf(client)).toHaveLength(10);
  const refused = await turnOn(await signedInAs(app, pro.email));
  expect([refused.statusCode, refused.json().error]).toEqual([409, 'device_limit']);
  const [, other] = await listOf(client);
  await client.post(path(`/devices/${other?.id}/remove`));
  expect((await turnOn(await signedInAs(app, pro.email))).statusCode).toBe(200);
  const { rows } = await sql(
    `select count(*)::int as n from audit_log where action = 'push-device.removed'`,
  );
  expect(rows[0].n).toBeGreaterThan(0);
});

test('a test goes to its device', async () => {
  const client = await signedInAs(app, pro.email);
  const browser = new PushBrowser();
  const { device } = (await turnOn(client, browser)).json();
  expect((await client.post(path(`/devices/${device.id}/test`))).statusCode).toBe(200);
  await app.work();
  expect(service.received.map(({ body }) => browser.read(body))).toEqual([
    { kind: 'test', applicationId: null },
  ]);
});
