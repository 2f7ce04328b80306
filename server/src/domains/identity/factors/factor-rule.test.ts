import { allEndpoints } from '@lintel/contract/all';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createTestApp,
  shownBy,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../../test/app.ts';
import { demoPassword as password } from '../../../demo/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const withPassword = async (username: string): Promise<TestClient> => {
  const client = visitor(app);
  expect((await client.post('/authentication', { username, password })).statusCode).toBe(200);
  return client;
};
const idOf = async (client: TestClient): Promise<number> => (await client.get('/user')).json().id;

test('staff without a second factor can only set one up, and then have full access', async () => {
  const client = await withPassword('mailer@demo.test');
  const session = (await client.get('/user')).json();
  expect(session.needsFactor).toBe(true);
  const open = new Set(['identity.session', 'identity.factors', 'identity.begin-app']);
  for (const spec of allEndpoints) {
    if (spec.access.kind === 'anonymous' || spec.access.kind === 'signature') continue;
    const path = spec.path.replaceAll(/\{\w+\}/g, String(session.id));
    const answer = await client.call(
      spec.method,
      path,
      spec.method === 'GET' ? {} : { payload: {} },
    );
    const isOpen = 'duringSetUp' in spec;
    if (isOpen) expect(answer.json().error, spec.name).not.toBe('factor_required');
    else
      expect([answer.statusCode, answer.json().error], spec.name).toEqual([403, 'factor_required']);
    open.delete(spec.name);
  }
  expect([...open]).toEqual([]);
  const { secret } = (await client.post(`/user/${session.id}/factors/app`)).json();
  const answer = await client.post(`/user/${session.id}/factors/app/confirm`, {
    code: shownBy(secret, app.clock.now()),
  });
  expect(answer.json().recoveryCodes).toHaveLength(10);
  expect((await client.get('/user')).json().needsFactor).toBe(false);
  expect((await client.get('/manage/unsubscribers')).statusCode).not.toBe(403);
});

test("staff can't remove their last factor, even when removing two at once", async () => {
  const client = await signedInAs(app, 'support@demo.test');
  const id = await idOf(client);
  const refused = await client.post(`/user/${id}/factors/app/remove`);
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'Your account requires two-step verification. Add another method before you remove this one.',
  ]);
  const { pool } = app.deps.database;
  const { rows } = await pool.query(
    `insert into passkeys (user_id, name, credential_id, public_key, counter, synced, session_id, created_at)
     values ($1, 'Key', 'of-support', '', 0, false, gen_random_uuid(), now()) returning id`,
    [id],
  );
  const answers = await Promise.all([
    client.post(`/user/${id}/factors/app/remove`),
    client.post(`/user/${id}/passkeys/${rows[0].id}/remove`),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const factors = (await client.get(`/user/${id}/factors`)).json();
  expect(factors.passkeys.length + (factors.app === null ? 0 : 1)).toBe(1);
  expect(factors).toMatchObject({ isRequired: true });
});

test('contractors need a second factor from the date of the rule and are notified in advance', async () => {
  const admin = await signedInAs(app, 'admin@demo.test');
  const before = (await admin.get('/manage/two-step')).json();
  expect(before).toMatchObject({ contractorsFrom: null, savedAt: null, protected: 0 });
  expect(before.accounts).toBeGreaterThan(5);
  const today = app.clock.now().toISOString().slice(0, 10);
  const day = new Date(app.clock.now().getTime() + 7 * 86_400_000).toISOString().slice(0, 10);
  const saved = await admin.post('/manage/two-step', { contractorsFrom: day, savedAt: null });
  expect(saved.statusCode).toBe(200);
  // A stale version changes nothing.
  const late = await admin.post('/manage/two-step', { contractorsFrom: today, savedAt: null });
  expect(late.statusCode).toBe(409);
  const owner = await withPassword('concierge@demo.test');
  expect((await owner.get('/user')).json()).toMatchObject({
    needsFactor: false,
    factorNeededFrom: day,
  });
  app.clock.pass(8 * 86_400);
  await owner.post('/refresh');
  expect((await owner.get('/user')).json()).toMatchObject({ needsFactor: true });
  expect((await owner.get('/contractor/103/plan')).json().error).toBe('factor_required');
  const fresh = await signedInAs(app, 'team@demo.test');
  expect((await fresh.get('/user')).json()).toMatchObject({
    needsFactor: false,
    factorNeededFrom: null,
  });
  const again = await signedInAs(app, 'admin@demo.test');
  const { savedAt } = (await again.get('/manage/two-step')).json();
  await again.post('/manage/two-step', { contractorsFrom: null, savedAt });
  expect((await owner.get('/user')).json()).toMatchObject({ needsFactor: false });
  const { rows } = await app.deps.database.pool.query(
    "select details from audit_log where action = 'two-step-rule.saved' order by id",
  );
  expect(rows.map(({ details }) => details)).toEqual([
    { before: { contractorsFrom: null }, after: { contractorsFrom: day } },
    { before: { contractorsFrom: day }, after: { contractorsFrom: null } },
  ]);
});

test('only staff with the settings privilege can change the rule', async () => {
  for (const email of ['payer@demo.test', 'pro@demo.test']) {
    const client = await signedInAs(app, email);
    expect((await client.get('/manage/two-step')).statusCode).toBe(403);
    expect((await client.post('/manage/two-step', { contractorsFrom: null })).statusCode).toBe(403);
  }
  const admin = await signedInAs(app, 'admin@demo.test');
  const wrong = await admin.post('/manage/two-step', { contractorsFrom: 'soon' });
  expect([wrong.statusCode, wrong.json().fields]).toEqual([
    422,
    { contractorsFrom: 'Please enter a date.' },
  ]);
});
