import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, signedInAs, type TestApp } from '../../../../test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const auditOf = async (action: string) => {
  const { rows } = await app.deps.database.pool.query<Record<string, unknown>>(
    'select actor_id, user_id, contractor_id, entity_id, details from audit_log where action = $1 order by id desc limit 1',
    [action],
  );
  return rows[0];
};

test('staff switch into a contractor and back, and the audit log records both [ADM-003] [ADM-004] [ADM-402] [MKT-199]', async () => {
  const client = await signedInAs(app, 'admin@demo.test');
  expect(
    (await client.post('/user/12/switch', { reason: 'Asked for help with the page' })).statusCode,
  ).toBe(200);
  expect(await auditOf('switch.started')).toMatchObject({
    actor_id: 1,
    contractor_id: 102,
    entity_id: '12',
    details: { reason: 'Asked for help with the page' },
  });
  client.switchedInto = 12;
  const session = (await client.get('/user')).json();
  expect(session).toMatchObject({
    id: 1,
    switched: true,
    user: { id: 12 },
    contractor: { id: 102 },
  });
  expect((await client.post('/user/switch-back')).statusCode).toBe(200);
  expect(await auditOf('switch.ended')).toMatchObject({
    actor_id: 1,
    contractor_id: 102,
    entity_id: '12',
  });
  client.switchedInto = null;
  expect((await client.get('/user')).json()).toMatchObject({
    switched: false,
    user: { id: 1 },
    contractor: null,
  });
});

test('a request acts for the contractor only with the header of the switched user id [ADM-238]', async () => {
  const client = await (await signedInAs(app, 'admin@demo.test')).switchInto(11);
  expect((await client.get('/contractor/101/page')).statusCode).toBe(200);
  client.switchedInto = null;
  expect((await client.get('/contractor/101/page')).statusCode).toBe(404);
  client.switchedInto = 12;
  expect((await client.get('/contractor/102/page')).json()).toMatchObject({
    error: 'access_denied',
  });
});

test('a navigation names the switched user in the query, with the same check', async () => {
  const client = await (await signedInAs(app, 'admin@demo.test')).switchInto(11);
  client.switchedInto = null;
  expect((await client.get('/reports-applications?userId=11')).json().total).toBeGreaterThan(0);
  expect((await client.get('/reports-applications?userId=1')).json()).toMatchObject({ total: 0 });
  expect((await client.get('/reports-applications?userId=12')).statusCode).toBe(404);
});

test('a reloaded portal learns from the session that it is switched', async () => {
  const client = await (await signedInAs(app, 'admin@demo.test')).switchInto(11);
  client.switchedInto = null;
  expect((await client.get('/user')).json()).toMatchObject({ switched: true, user: { id: 11 } });
});

test("staff can't switch into staff, into an unknown account, or without the privilege", async () => {
  const admin = await signedInAs(app, 'admin@demo.test');
  expect((await admin.post('/user/2/switch', {})).statusCode).toBe(404);
  expect((await admin.post('/user/99999/switch', {})).statusCode).toBe(404);
  const refused = ['mailer@demo.test', 'pro@demo.test', 'team@demo.test'];
  for (const email of refused)
    expect((await (await signedInAs(app, email)).post('/user/12/switch', {})).statusCode).toBe(403);
});

test('while switched, a plain code requires both accounts, a manage code only the staff account [ADM-391] [ADM-392]', async () => {
  const own = await signedInAs(app, 'pro@demo.test');
  expect((await own.get('/contractor/101/page')).statusCode).toBe(200);
  const support = await (await signedInAs(app, 'support@demo.test')).switchInto(11);
  expect((await support.get('/contractor/101/page')).statusCode).toBe(403);
  const admin = await (await signedInAs(app, 'admin@demo.test')).switchInto(14);
  expect((await admin.get('/reports-applications')).statusCode).toBe(200);
});

test('the audit log records both user ids for a change made while switched', async () => {
  const client = await (await signedInAs(app, 'admin@demo.test')).switchInto(14);
  const params = JSON.stringify({ companyName: 'First Coat Painting', ccAcceptance: 'No' });
  const answer = await client.send('/contractor/104/page', {
    pageName: 'first-coat-audit',
    params,
  });
  expect(answer.statusCode).toBe(200);
  expect(await auditOf('page.created')).toMatchObject({
    actor_id: 1,
    user_id: 14,
    contractor_id: 104,
  });
});

test('a deactivated account is signed out immediately', async () => {
  const client = await signedInAs(app, 'concierge@demo.test');
  await app.deps.database.pool.query('update users set is_active = false where id = 13');
  expect((await client.get('/user')).statusCode).toBe(401);
  await app.deps.database.pool.query('update users set is_active = true where id = 13');
});

test("support can read a contractor's data and can't change it", async () => {
  const support = await (await signedInAs(app, 'support@demo.test')).switchInto(11);
  const reads = [
    '/contractor/101/subscription',
    '/payment?userId=11',
    '/payment-failed?userId=11',
    '/user/11/card',
    '/reports-applications?userId=11',
    '/customers?userId=11',
    '/documents?userId=11',
  ];
  const seen: [string, number][] = [];
  for (const path of reads) seen.push([path, (await support.get(path)).statusCode]);
  expect(seen).toEqual(reads.map((path) => [path, 200]));
  const refused = [
    await support.post('/payment-failed', { userId: 11, amount: 99 }),
    await support.post('/contractor/101/subscription/end', { end: true }),
    await support.post('/contractor/101/plan-choices', { plan: 4, today: 0, refund: 0 }),
    await support.post('/customers', { firstName: 'Ann', lastName: 'Lee' }),
  ];
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403]);
});
