import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createTestApp,
  shownBy,
  signedInAs,
  type TestApp,
  type TestClient,
} from '../../../../test/app.ts';
import { mailTo } from '../../../../test/mail.ts';

let app: TestApp;
let admin: TestClient;
const run = (query: string) => app.deps.database.pool.query(query);
beforeAll(async () => {
  app = await createTestApp();
  admin = await signedInAs(app, 'admin@demo.test');
});
afterAll(() => app.close());

const reset = (id: number, by = admin, body: object = { reason: 'Lost the phone' }) =>
  by.post(`/manage/staff/${id}/reset-factors`, body);
const factorsOf = async (id: number) => {
  const { rows } = await run(
    `select (select count(*) from app_factors where user_id = ${id}) + (select count(*) from passkeys where user_id = ${id})
      + (select count(*) from recovery_codes where user_id = ${id}) as n`,
  );
  return Number(rows[0].n);
};

test('a reset removes app and recovery codes, ends the sessions, notifies the account, and is audited with its reason', async () => {
  await run(`insert into recovery_codes (user_id, hash, created_at) values (2, 'x', now())`);
  const support = await signedInAs(app, 'support@demo.test');
  expect(await factorsOf(2)).toBeGreaterThan(1);
  expect((await reset(2)).statusCode).toBe(200);
  expect(await factorsOf(2)).toBe(0);
  expect((await support.get('/user')).statusCode).toBe(401);
  expect((await admin.get('/manage/staff/2')).json().factors).toEqual([]);
  const [mail] = await mailTo(app, 'support@demo.test');
  expect([mail?.event, mail?.text]).toEqual([
    'two-step-changed',
    expect.stringContaining('was reset by our staff'),
  ]);
  const { rows } = await run(
    `select actor_id, entity_id, details->>'reason' as reason from audit_log where action = 'user.factors-reset'`,
  );
  expect(rows).toEqual([{ actor_id: 1, entity_id: '2', reason: 'Lost the phone' }]);
  const again = await reset(2);
  expect([again.statusCode, again.json().message]).toEqual([
    409,
    'This account has no second factor.',
  ]);
});

test("staff can't reset their own account, one with more privileges, or a non-staff account", async () => {
  const own = await reset(1);
  expect([own.statusCode, own.json().error]).toEqual([409, 'conflict']);
  await run(`insert into roles (id, local_role, name) values (500, 'own-managers', 'Managers')`);
  await run(
    `insert into role_privileges values (500, 'manage-staff', 'access'), (500, 'manage-staff', 'modify')`,
  );
  await run(`update user_roles set role_id = 500 where user_id = 4`);
  const manager = await signedInAs(app, 'payer@demo.test');
  expect((await reset(1, manager)).statusCode).toBe(403);
  for (const id of [11, 16, 999_999]) expect((await reset(id)).statusCode).toBe(404);
  expect(await factorsOf(1)).toBeGreaterThan(0);
});

test('a reset requires a reason and the privilege', async () => {
  for (const body of [{}, { reason: ' ' }, { reason: 'x'.repeat(251) }])
    expect((await reset(4, admin, body)).statusCode).toBe(422);
  for (const email of ['mailer@demo.test', 'pro@demo.test'])
    expect((await reset(4, await signedInAs(app, email))).statusCode).toBe(403);
  expect(await factorsOf(4)).toBeGreaterThan(0);
});

test("staff who create contractors' accounts can reset their factors, with a notice and an audit entry", async () => {
  const support = await signedInAs(app, 'support@demo.test');
  const path = (id: number): string => `/manage/user/${id}/reset-factors`;
  const reason = 'Lost the phone, called back at the known number';
  const nothing = await support.post(path(12), { reason });
  expect([nothing.statusCode, nothing.json().message]).toEqual([
    409,
    'This account has no second factor.',
  ]);
  const owner = await signedInAs(app, 'brand@demo.test');
  await run(
    `insert into passkeys (user_id, name, credential_id, public_key, counter, synced, session_id, created_at)
     values (12, 'Key', 'of-brand', '', 0, false, gen_random_uuid(), now())`,
  );
  expect((await support.post(path(12), { reason: '' })).statusCode).toBe(422);
  expect((await support.post(path(12), { reason })).statusCode).toBe(200);
  expect(await factorsOf(12)).toBe(0);
  expect((await owner.get('/user')).statusCode).toBe(401);
  const [mail] = await mailTo(app, 'brand@demo.test');
  expect([mail?.event, mail?.text]).toEqual([
    'two-step-changed',
    expect.stringContaining('was reset by our staff'),
  ]);
  const { rows } = await run(
    `select contractor_id, details from audit_log where action = 'user.factors-reset' and entity_id = '12'`,
  );
  expect(rows).toEqual([{ contractor_id: 102, details: { reason, factors: ['passkey'] } }]);
  // Not for staff accounts, and not by other staff.
  expect((await support.post(path(1), { reason })).statusCode).toBe(404);
  for (const email of ['mailer@demo.test', 'payer@demo.test', 'pro@demo.test', 'team@demo.test'])
    expect((await (await signedInAs(app, email)).post(path(12), { reason })).statusCode).toBe(403);
});

const ofTeam = (by: TestClient, contractorId: number, userId: number) =>
  by.post(`/contractor/${contractorId}/team/user/${userId}/reset-factors`, {
    reason: 'Lost phone',
  });

test("an owner resets a team member's factors, who is signed out and notified; no one else can", async () => {
  const member = await signedInAs(app, 'team@demo.test');
  const { secret } = (await member.post('/user/16/factors/app')).json();
  const code = shownBy(secret, app.clock.now());
  expect((await member.post('/user/16/factors/app/confirm', { code })).statusCode).toBe(200);
  const other = await signedInAs(app, 'brand@demo.test');
  expect((await ofTeam(other, 101, 16)).statusCode).toBe(404);
  expect((await ofTeam(other, 102, 16)).statusCode).toBe(404);
  const staff = await (await signedInAs(app, 'admin@demo.test')).switchInto(11);
  expect((await ofTeam(staff, 101, 16)).statusCode).toBe(403);
  await run(`update users set team_access = 'Full' where id = 16`);
  expect((await ofTeam(member, 101, 11)).statusCode).toBeGreaterThanOrEqual(403);
  expect((await ofTeam(member, 101, 16)).statusCode).toBe(403);
  const owner = await signedInAs(app, 'pro@demo.test');
  expect((await ofTeam(owner, 101, 11)).statusCode).toBe(404);
  expect(await factorsOf(16)).toBeGreaterThan(0);

  owner.provesItself = false;
  await run(`update sessions set proven_at = null`);
  expect((await ofTeam(owner, 101, 16)).json().error).toBe('step_up_required');
  owner.provesItself = true;
  expect((await ofTeam(owner, 101, 16)).statusCode).toBe(200);
  expect(await factorsOf(16)).toBe(0);
  expect((await member.get('/user')).statusCode).toBe(401);
  const [mail] = await mailTo(app, 'team@demo.test');
  expect(mail?.text).toContain("was reset by your company's owner");
  const { rows } = await run(
    `select actor_id, entity_id, details->>'reason' as reason from audit_log where action = 'team-user.factors-reset'`,
  );
  expect(rows).toEqual([{ actor_id: 11, entity_id: '16', reason: 'Lost phone' }]);
  expect((await ofTeam(owner, 101, 16)).statusCode).toBe(409);
});
