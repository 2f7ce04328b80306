import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { LenderPerson } from '@lintel/contract/lenders/people';
import {
  createTestApp,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../../test/app.ts';
import { joinDesk } from '../../../../test/lender-desk.ts';
import { linkSentTo } from '../../../../test/mail.ts';

let app: TestApp;
let admin: TestClient;
let lenderId: number;
const run = async (query: string, values: unknown[] = []) =>
  (await app.deps.database.pool.query(query, values)).rows;

beforeAll(async () => {
  app = await createTestApp();
  admin = await signedInAs(app, 'admin@demo.test');
  const form = { name: 'Blue River Credit Union', connection: 'desk' };
  lenderId = (await admin.post('/manage/lenders', form)).json().lender.id;
});
afterAll(() => app.close());
beforeEach(() => run('truncate call_counters'));

const person = (email: string) => ({ firstname: 'Jordan', lastname: 'Lee', email });
const invite = (email: string, id = lenderId, by = admin) =>
  by.post(`/manage/lenders/${id}/people`, person(email));
const press = (id: number, what: string, body: object = {}, lender = lenderId) =>
  admin.post(`/manage/lenders/${lender}/people/${id}/${what}`, body);
const list = async (query = ''): Promise<LenderPerson[]> =>
  (await admin.get(`/manage/lenders/${lenderId}/people?limit=100&${query}`)).json().data;

test('an invitation sets the password, and access waits for a second factor', async () => {
  const { id } = (await invite('first@lender.test')).json().person;
  expect(await list('search=first')).toMatchObject([{ id, status: 'invited', hasFactor: false }]);
  const old = await linkSentTo(app, 'first@lender.test', '/confirm');
  expect((await press(id, 'invite')).statusCode).toBe(200);
  const enc = await linkSentTo(app, 'first@lender.test', '/confirm');
  const set = (code: string) =>
    visitor(app).post('/update-password', { enc: code, password: 'Demo-pass1' });
  expect((await set(old)).statusCode).toBe(404);
  expect((await set(enc)).statusCode).toBe(200);
  expect((await press(id, 'invite')).statusCode).toBe(409);

  const client = visitor(app);
  await client.post('/authentication', { username: 'first@lender.test', password: 'Demo-pass1' });
  expect((await client.get('/user')).json()).toMatchObject({
    isContractorUser: false,
    needsFactor: true,
    contractor: null,
    lender: { id: lenderId, name: 'Blue River Credit Union' },
    privileges: [],
  });
  expect((await client.get('/lender/applications')).json().error).toBe('factor_required');
  await signedInAs(app, 'first@lender.test');
  expect(await list('search=first')).toMatchObject([{ status: 'active', hasFactor: true }]);
  const entries = await run(
    `select action from audit_log where entity = 'user' and entity_id = $1 and action like 'lender-person.%' order by id`,
    [String(id)],
  );
  expect(entries.map(({ action }) => action)).toEqual([
    'lender-person.invited',
    'lender-person.invited-again',
  ]);
});

test('revoking ends sessions at once, and access can be given again', async () => {
  const { id, client } = await joinDesk(app, lenderId, { email: 'second@lender.test' });
  expect((await client.get('/lender/applications')).statusCode).toBe(200);
  expect((await press(id, 'revoke')).statusCode).toBe(200);
  expect((await client.get('/lender/applications')).statusCode).toBe(401);
  const sign = () =>
    visitor(app).post('/authentication', {
      username: 'second@lender.test',
      password: 'Demo-pass1',
    });
  expect((await sign()).statusCode).toBe(401);
  await press(id, 'reactivate');
  expect((await sign()).statusCode).toBe(200);
});

test('an unused invitation is withdrawn, and its e-mail is free again', async () => {
  const { id } = (await invite('third@lender.test')).json().person;
  await press(id, 'revoke');
  expect(await list('search=third')).toEqual([]);
  expect((await invite('third@lender.test')).statusCode).toBe(200);
});

test('lost second factors are reset, which signs the account out', async () => {
  const { id, client } = await joinDesk(app, lenderId, { email: 'fourth@lender.test' });
  expect((await press(id, 'reset-factors', { reason: 'Lost phone' })).statusCode).toBe(200);
  expect((await client.get('/user')).statusCode).toBe(401);
  expect((await press(id, 'reset-factors', { reason: 'Again' })).statusCode).toBe(409);
});

test('a person is found only at their own lender, and only a desk has people', async () => {
  const { id } = (await invite('fifth@lender.test')).json().person;
  const form = { name: 'Other', connection: 'webhook', url: 'https://lender.example/v1' };
  const other = (await admin.post('/manage/lenders', form)).json().lender.id;
  for (const what of ['invite', 'revoke', 'reactivate'])
    expect((await press(id, what, {}, other)).statusCode).toBeGreaterThanOrEqual(404);
  expect((await press(11, 'revoke')).statusCode).toBe(404);
  expect((await press(1, 'reset-factors', { reason: 'x' })).statusCode).toBe(404);
  expect((await invite('sixth@lender.test', other)).json().message).toMatch(/no desk/);
  expect((await invite('fifth@lender.test')).json().error).toBe('email_already_used');
  expect((await list('search=fifth')).at(0)?.status).toBe('invited');
});

test('people need the privilege to change lenders, and fresh proof of identity', async () => {
  const support = await signedInAs(app, 'support@demo.test');
  expect((await support.get(`/manage/lenders/${lenderId}/people`)).statusCode).toBe(403);
  expect((await invite('seventh@lender.test', lenderId, support)).statusCode).toBe(403);
  const late = await signedInAs(app, 'admin@demo.test');
  late.provesItself = false;
  await run('update sessions set proven_at = null where user_id = 1');
  const answer = await invite('seventh@lender.test', lenderId, late);
  expect(answer.json().error).toBe('step_up_required');
});
