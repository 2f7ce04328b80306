import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { allows } from '@lintel/contract/core/access';
import { privilegeCatalog } from '@lintel/contract/core/privilege-catalog';
import { keysOf } from '@lintel/contract/core/map-values';
import { privilegeGroups, privilegeKeys } from '@lintel/contract/identity/privileges';
import type { StaffRole } from '@lintel/contract/identity/roles';
import {
  createTestApp,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../../test/app.ts';
import { linkSentTo, mailTo } from '../../../../test/mail.ts';
import { ensureBuiltInRoles } from '../index.ts';

let app: TestApp;
let admin: TestClient;
const run = (query: string) => app.deps.database.pool.query(query);
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await run('truncate call_counters');
  admin = await signedInAs(app, 'admin@demo.test');
});

const list = async (by = admin): Promise<StaffRole[]> =>
  (await by.get('/manage/roles')).json().data;
const find = async (id: number, by = admin): Promise<StaffRole> => {
  const found = (await list(by)).find((role) => role.id === id);
  if (found === undefined) throw new Error(`There is no role ${id}`);
  return found;
};
let number = 0;
const form = (more: object = {}) => ({
  name: `Desk ${(number += 1)}`,
  audience: 'staff',
  privileges: ['manage-contractors:access'],
  ...more,
});
const create = (more: object = {}, by = admin) => by.post('/manage/roles', form(more));
const made = async (more: object = {}): Promise<StaffRole> => {
  const answer = await create(more);
  expect(answer.statusCode, answer.body).toBe(200);
  return find(answer.json().id);
};
const change = ({ id, name, privileges, version }: StaffRole, more: object = {}, by = admin) =>
  by.post(`/manage/roles/${id}`, { name, privileges, version, ...more });
const remove = (id: number, by = admin) => by.call('DELETE', `/manage/roles/${id}`);
/** A staff member who accepted the invitation, with these roles. */
const joined = async (roles: number[]) => {
  const email = `lee${(number += 1)}@staff.test`;
  const person = { firstname: 'Lee', lastname: 'Park', email, roles };
  const answer = await admin.post('/manage/staff', person);
  expect(answer.statusCode, answer.body).toBe(200);
  const enc = await linkSentTo(app, email, '/confirm');
  await visitor(app).post('/update-password', { enc, password: 'Demo-pass1' });
  return { id: answer.json().account.id as number, email, client: await signedInAs(app, email) };
};

describe('the names of privileges', () => {
  test('exist once for every pair, all different', () => {
    const pairs = keysOf(privilegeCatalog).flatMap((resource) =>
      privilegeCatalog[resource].map((code) => `${resource}:${code}`),
    );
    expect([...privilegeKeys].toSorted()).toEqual(pairs.toSorted());
    const texts = privilegeGroups.flatMap(({ privileges }) => privileges.map(({ text }) => text));
    expect(new Set(texts).size).toBe(texts.length);
    for (const text of texts) expect(text).toMatch(/^[A-Z].{10,}/);
  });
});

describe('the roles', () => {
  test('are listed with privileges, holders, and the plans that give them', async () => {
    expect(await find(1)).toMatchObject({
      name: 'Administrator',
      audience: 'staff',
      isBuiltIn: true,
      isWithinReach: true,
      holderCount: 1,
      holders: [{ id: 1, name: 'Avery Quinn' }],
      plans: [],
    });
    expect((await find(1)).privileges.toSorted()).toEqual([...privilegeKeys].toSorted());
    const contractor = await find(10);
    expect(contractor).toMatchObject({ audience: 'plan', holderCount: 0 });
    expect(contractor.plans.length).toBeGreaterThan(3);
  });

  test("that are built in can't be changed, but can be copied", async () => {
    const support = await find(2);
    for (const answer of [await change(support, { name: 'Mine' }), await remove(2)])
      expect([answer.statusCode, answer.json().error]).toEqual([409, 'built_in']);
    const copy = await made({ name: 'Copy of Support', privileges: support.privileges });
    expect(copy).toMatchObject({ isBuiltIn: false, audience: 'staff', holderCount: 0 });
    expect(copy.privileges).toEqual(support.privileges);
  });

  test('have unique names in any letter case', async () => {
    const role = await made();
    const answer = await create({ name: role.name.toUpperCase() });
    expect([answer.statusCode, answer.json().error]).toEqual([409, 'already_exists']);
    expect(answer.json().fields.name).toBe('Another role already has this name.');
    expect((await change(await made(), { name: ' Support ' })).statusCode).toBe(409);
    expect((await change(role, { name: role.name.toUpperCase() })).statusCode).toBe(200);
    const twice = form();
    const both = await Promise.all([1, 2].map(() => admin.post('/manage/roles', twice)));
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test('consist of existing privileges, at least one', async () => {
    for (const privileges of [[], ['payouts:access'], ['x'], 'payouts:manage_access'])
      expect((await create({ privileges })).statusCode).toBe(422);
  });

  test('are closed to contractors and to staff without the privilege', async () => {
    for (const email of ['support@demo.test', 'payer@demo.test', 'pro@demo.test']) {
      const client = await signedInAs(app, email);
      expect((await client.get('/manage/roles')).statusCode).toBe(403);
      expect((await create({}, client)).statusCode).toBe(403);
      expect((await remove(2, client)).statusCode).toBe(403);
    }
  });
});

describe('a changed role', () => {
  test("takes effect with its holders' next request, notifies them, and is audited", async () => {
    const role = await made({ privileges: ['payouts:manage_access'] });
    const { client, email } = await joined([role.id]);
    expect((await client.get('/payout-run')).statusCode).toBe(200);
    expect((await find(role.id)).holders).toEqual([expect.objectContaining({ name: 'Lee Park' })]);
    const answer = await change(role, { privileges: ['manage-plans:access'] });
    expect(answer.statusCode).toBe(200);
    expect((await client.get('/payout-run')).statusCode).toBe(403);
    expect((await client.get('/plan')).statusCode).toBe(200);
    const mails = (await mailTo(app, email)).map(({ text }) => text).join('\n');
    expect(mails).toContain(`The privileges of your role ${role.name} were changed.`);
    const { rows } = await run(
      `select actor_id, entity_id, details from audit_log where action = 'role.changed' order by id desc limit 1`,
    );
    expect(rows[0]).toEqual({
      actor_id: 1,
      entity_id: String(role.id),
      details: {
        role: role.name,
        changes: { privileges: { from: 'payouts:manage_access', to: 'manage-plans:access' } },
      },
    });
  });

  test('is a conflict when based on a stale version, so one of two concurrent saves wins', async () => {
    const role = await made();
    const answers = await Promise.all([
      change(role, { privileges: ['audit:manage_access'] }),
      change(role, { name: `${role.name} b` }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 409,
    ]);
    expect((await find(role.id)).version).toBe(2);
  });

  test("can't lose the caller's own privilege to manage staff", async () => {
    const role = await made({
      privileges: ['manage-staff:access', 'manage-staff:modify', 'audit:manage_access'],
    });
    const { client } = await joined([role.id]);
    const seen = await find(role.id);
    const answer = await change(seen, { privileges: ['audit:manage_access'] }, client);
    expect([answer.statusCode, answer.json().error]).toEqual([409, 'conflict']);
    expect((await find(role.id)).privileges).toEqual(seen.privileges);
    const less = { privileges: ['manage-staff:access', 'manage-staff:modify'] };
    expect((await change(seen, less, client)).statusCode).toBe(200);
  });
});

describe("staff can't put privileges they lack into a role", () => {
  test('by creating or changing one, or by changing a role that has more', async () => {
    const role = await made({ privileges: ['manage-staff:access', 'manage-staff:modify'] });
    const more = await made({ privileges: ['audit:manage_access'] });
    const { client } = await joined([role.id]);
    const answer = await create({ privileges: ['audit:manage_access'] }, client);
    expect([answer.statusCode, answer.json().fields.privileges]).toEqual([
      422,
      'Choose only privileges that you have yourself.',
    ]);
    const own = await create({ privileges: ['manage-staff:access'] }, client);
    expect(own.statusCode).toBe(200);
    const mine = await find(own.json().id, client);
    expect(
      (await change(mine, { privileges: ['manage-staff:access', 'payouts:manage_access'] }, client))
        .statusCode,
    ).toBe(422);
    expect((await find(more.id, client)).isWithinReach).toBe(false);
    for (const refused of [
      await change(more, { privileges: ['manage-staff:access'] }, client),
      await remove(more.id, client),
    ])
      expect(refused.statusCode).toBe(403);
  });

  test("and can't change plan roles without the privilege to change plans", async () => {
    const role = await made({
      privileges: ['manage-staff:access', 'manage-staff:modify', 'refer:access'],
    });
    const { client } = await joined([role.id]);
    const ofPlans = { audience: 'plan', privileges: ['refer:access'] };
    expect((await create(ofPlans, client)).statusCode).toBe(422);
    expect((await create(ofPlans)).statusCode).toBe(200);
  });
});

describe('roles of staff and roles of plans', () => {
  test('a plan role has no staff privileges', async () => {
    for (const privilege of [
      'manage-plans:access',
      'co-branded:manage_concierge',
      'pre-prod:access',
    ]) {
      const answer = await create({ audience: 'plan', privileges: ['refer:access', privilege] });
      expect(answer.statusCode).toBe(422);
      expect(answer.json().fields.privileges).toContain("can't give staff privileges");
    }
    const role = await made({ audience: 'plan', privileges: ['refer:access'] });
    const answer = await change(role, { privileges: ['payouts:manage_access'] });
    expect(answer.statusCode).toBe(422);
  });

  test('plans accept only plan roles, and staff only staff roles', async () => {
    const ofStaff = await made({ privileges: ['refer:access'] });
    const ofPlans = await made({ audience: 'plan', privileges: ['refer:access'] });
    const known = (await admin.get('/role')).json();
    expect(known).toContainEqual(expect.objectContaining({ id: ofStaff.id, staffOnly: true }));
    expect(known).toContainEqual(expect.objectContaining({ id: ofPlans.id, staffOnly: false }));
    const { data } = (await admin.get('/plan?limit=75')).json();
    const plan = data.find(({ id }: { id: number }) => id === 3);
    const { rolesCollection: _roles, version: _version, ...values } = plan;
    const give = (roles: number[]) => admin.post('/plan/3', { ...values, roles });
    expect((await give([10, 11, ofStaff.id])).json().fields.roles).toContain('for staff only');
    expect((await give([10, 11, ofPlans.id])).statusCode).toBe(200);
    expect((await find(ofPlans.id)).plans).toEqual([{ id: 3, name: plan.name }]);
    const used = await remove(ofPlans.id);
    expect([used.statusCode, used.json().error]).toEqual([409, 'in_use']);
    await give([10, 11]);
    expect((await remove(ofPlans.id)).statusCode).toBe(200);
    const refused = await admin.post('/manage/staff', {
      firstname: 'Lee',
      lastname: 'Park',
      email: 'plan-role@staff.test',
      roles: [11],
    });
    expect(refused.json().fields.roles).toBe('The role Reports is for payment plans only.');
  });

  test('a role deleted while being added to a plan ends up in no plan', async () => {
    const role = await made({ audience: 'plan', privileges: ['refer:access'] });
    const { data } = (await admin.get('/plan?limit=75')).json();
    const plan = data.find(({ id }: { id: number }) => id === 3);
    const { rolesCollection: _roles, version: _version, ...values } = plan;
    const [given, removed] = await Promise.all([
      admin.post('/plan/3', { ...values, roles: [10, 11, role.id] }),
      remove(role.id),
    ]);
    expect([
      [200, 409],
      [422, 200],
    ]).toContainEqual([given.statusCode, removed.statusCode]);
    const { rows } = await run(
      'select 1 from plan_roles where role_id not in (select id from roles)',
    );
    expect(rows).toEqual([]);
    await admin.post('/plan/3', { ...values, roles: [10, 11] });
  });
});

test('a role can be deleted only when no one has it, including deactivated staff', async () => {
  const role = await made();
  const { id } = await joined([role.id]);
  await admin.post(`/manage/staff/${id}/deactivate`);
  const used = await remove(role.id);
  expect([used.statusCode, used.json().error]).toEqual([409, 'in_use']);
  const account = (await admin.get(`/manage/staff/${id}`)).json();
  const { firstname, lastname, version } = account;
  const other = { firstname, lastname, version, roles: [3] };
  expect((await admin.post(`/manage/staff/${id}`, other)).statusCode).toBe(200);
  expect((await remove(role.id)).statusCode).toBe(200);
  expect((await remove(role.id)).statusCode).toBe(404);
});

test('custom roles survive a restart, which updates the built-in ones', async () => {
  const role = await made({ privileges: ['audit:manage_access'] });
  await run(`delete from role_privileges where role_id = 1`);
  await ensureBuiltInRoles(app.deps.database.db);
  expect((await find(role.id)).privileges).toEqual(['audit:manage_access']);
  expect((await find(1)).privileges).toHaveLength(privilegeKeys.length);
});

test('staff on their own account need no privilege for their own settings and gain none while switched', () => {
  const access = {
    kind: 'privilege',
    anyOf: [['personal-info', 'access']],
    orOwnStaff: true,
  } as const;
  const nothing = { user: [], authenticated: [] };
  expect(allows(access, { ...nothing, switched: false, staff: true })).toBe(true);
  expect(allows(access, { ...nothing, switched: true, staff: true })).toBe(false);
  expect(allows(access, { ...nothing, switched: false })).toBe(false);
});
