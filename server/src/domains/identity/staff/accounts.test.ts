import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import type { StaffAccount } from '@lintel/contract/identity/staff';
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
afterEach(async () => {
  // Restore the demo staff.
  await run(`update users set is_active = true where id between 1 and 4`);
  await run(`delete from user_roles where user_id between 1 and 4`);
  await run(`insert into user_roles select id, id from generate_series(1, 4) id`);
  await run(`delete from role_privileges where role_id >= 100`);
  await run(`delete from user_roles where role_id >= 100`);
  await run(`delete from roles where id >= 100`);
  await ensureBuiltInRoles(app.deps.database.db);
});

let number = 0;
const person = (more: object = {}) => {
  number += 1;
  return {
    firstname: 'Robin',
    lastname: 'Vega',
    email: `robin${number}@staff.test`,
    roles: [2],
    ...more,
  };
};
const invite = (more: object = {}, by = admin) => by.post('/manage/staff', person(more));
const invited = async (more: object = {}): Promise<StaffAccount> => {
  const answer = await invite(more);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().account;
};
/** A staff member who accepted the invitation. */
const joined = async (more: object = {}): Promise<StaffAccount> => {
  const account = await invited(more);
  const enc = await linkSentTo(app, account.email, '/confirm');
  const answer = await visitor(app).post('/update-password', { enc, password: 'Demo-pass1' });
  expect(answer.statusCode).toBe(200);
  return read(account.id);
};
const read = async (id: number, by = admin): Promise<StaffAccount> =>
  (await by.get(`/manage/staff/${id}`)).json();
const list = async (query = '', by = admin): Promise<StaffAccount[]> =>
  (await by.get(`/manage/staff?limit=100&${query}`)).json().data;
const change = (account: StaffAccount, more: object = {}, by = admin) =>
  by.post(`/manage/staff/${account.id}`, {
    firstname: account.firstname,
    lastname: account.lastname,
    roles: account.roles.map(({ id }) => id),
    version: account.version,
    ...more,
  });
/** Leaves records without an owner, so that deactivating needs no further choice. */
const toNoOne = { leadsTo: 0, contractorsTo: 0, setsTo: 0 };
const press = (id: number, what: string, by = admin) =>
  by.post(`/manage/staff/${id}/${what}`, what === 'deactivate' ? toNoOne : {});
/** Creates a custom role with these privileges, such as `manage-staff:modify`. */
async function roleWith(...pairs: string[]): Promise<number> {
  const { rows } = await run(
    `insert into roles (local_role, name) values ('own-${++number}', 'Own ${number}') returning id`,
  );
  const { id } = rows[0];
  for (const pair of pairs) {
    const [resource, code] = pair.split(':');
    await run(`insert into role_privileges values (${id}, '${resource}', '${code}')`);
  }
  return id;
}
const staffPairs = ['manage-staff:access', 'manage-staff:modify'];
/** A staff member who can only manage staff, plus the given privileges. */
const staffManager = async (...more: string[]): Promise<TestClient> => {
  const { email } = await joined({ roles: [await roleWith(...staffPairs, ...more)] });
  return signedInAs(app, email);
};
const lastEntry = async (action: string) => {
  const { rows } = await run(
    `select actor_id, entity_id, details from audit_log where action = '${action}' order by id desc limit 1`,
  );
  return rows[0];
};
const mailsOf = async (to: string, event: string) =>
  (await mailTo(app, to)).filter((mail) => mail.event === event);

describe('the list of staff', () => {
  test('shows name, e-mail, roles, status, second factor, and last use', async () => {
    const [first] = await list('filters[search]=avery');
    expect(first).toMatchObject({
      id: 1,
      firstname: 'Avery',
      lastname: 'Quinn',
      email: 'admin@demo.test',
      roles: [{ id: 1, name: 'Administrator' }],
      status: 'active',
      locked: 'self',
    });
    expect(first?.lastSeen).toBeTypeOf('string');
    expect(await read(2)).toMatchObject({ locked: null, factors: ['app'] });
  });

  test('is searched, filtered, sorted, and paged in the database', async () => {
    const { id } = await invited({ firstname: 'Zoe', lastname: 'Abel' });
    const ids = async (query: string) => (await list(query)).map((one) => one.id);
    expect(await ids('filters[search]=zoe a')).toEqual([id]);
    expect(await ids('filters[search]=MAILER@')).toEqual([3]);
    expect(await ids('filters[search]=%25')).toEqual([]);
    expect(await ids('filters[role]=4')).toEqual([4]);
    expect(await ids('filters[status]=invited')).toContain(id);
    expect(await ids('filters[status]=active')).not.toContain(id);
    expect(await ids('filters[factor]=with')).toContain(2);
    expect(await ids('filters[factor]=with')).not.toContain(id);
    expect(await ids('filters[factor]=without')).toContain(id);
    expect(await ids('filters[factor]=without')).not.toContain(2);
    const names = (await list('order=-name')).map(({ firstname }) => firstname.toLowerCase());
    expect(names).toEqual(names.toSorted().toReversed());
    const page = await admin.get('/manage/staff?limit=25&page=2');
    expect(page.json()).toMatchObject({ data: [] });
    expect((await admin.get('/manage/staff?order=%2Bpassword')).statusCode).toBe(400);
  });

  test("omits contractors' people and withdrawn invitations, which can't be read by id either", async () => {
    const { id } = await invited();
    await press(id, 'withdraw');
    const ids = (await list()).map((one) => one.id);
    expect(ids).not.toContain(id);
    expect(ids).not.toContain(11);
    for (const other of [11, 16, id, 999_999])
      expect((await admin.get(`/manage/staff/${other}`)).statusCode).toBe(404);
  });
});

describe('an invitation', () => {
  test('sends a link that sets the password, lets the person in with the roles, and is audited', async () => {
    const account = await invited({ roles: [2, 4] });
    expect(account).toMatchObject({ status: 'invited', lastSeen: null, locked: null });
    const [mail] = await mailsOf(account.email, 'staff-invited');
    expect(mail?.subject).toContain('Avery Quinn invited you');
    expect(mail?.text).toContain('Support, Payer');
    expect(await lastEntry('staff.invited')).toMatchObject({
      actor_id: 1,
      entity_id: String(account.id),
      details: { roles: 'Support, Payer' },
    });
    const enc = await linkSentTo(app, account.email, '/confirm');
    await visitor(app).post('/update-password', { enc, password: 'Demo-pass1' });
    const client = await signedInAs(app, account.email);
    expect((await client.get('/payout-run')).statusCode).toBe(200);
    expect((await client.get('/manage/contractors')).statusCode).toBe(200);
    expect(await read(account.id)).toMatchObject({ status: 'active' });
    // Staff with the privilege appear among contractors' managers.
    const managers = (await admin.get('/manage/managers')).json().data;
    expect(managers).toContainEqual(expect.objectContaining({ email: account.email }));
  });

  test('is rejected with a field error for any e-mail in use', async () => {
    for (const email of ['SUPPORT@demo.test', 'pro@demo.test', 'team@demo.test']) {
      const answer = await invite({ email });
      expect([answer.statusCode, answer.json().error]).toEqual([409, 'email_already_used']);
      expect(answer.json().fields).toEqual({
        email: 'This e-mail is already used by another account.',
      });
    }
  });

  test('sent to one e-mail by two people concurrently is created once', async () => {
    const form = person();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => admin.post('/manage/staff', form)),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409,
    ]);
    expect(await mailsOf(form.email, 'staff-invited')).toHaveLength(1);
  });

  test('can be resent, which voids the previous link, but not once accepted', async () => {
    const { id, email } = await invited();
    const first = await linkSentTo(app, email, '/confirm');
    expect((await press(id, 'invite')).statusCode).toBe(200);
    const set = (enc: string) =>
      visitor(app).post('/update-password', { enc, password: 'Demo-pass1' });
    expect((await set(first)).statusCode).toBe(404);
    expect((await set(await linkSentTo(app, email, '/confirm'))).statusCode).toBe(200);
    expect((await press(id, 'invite')).statusCode).toBe(409);
    expect((await press(id, 'withdraw')).statusCode).toBe(409);
  });

  test('can be withdrawn, which voids the link and frees the e-mail', async () => {
    const { id, email } = await invited();
    const enc = await linkSentTo(app, email, '/confirm');
    expect((await press(id, 'deactivate')).json().message).toContain('Withdraw');
    expect((await press(id, 'withdraw')).statusCode).toBe(200);
    expect(
      (await visitor(app).post('/update-password', { enc, password: 'Demo-pass1' })).statusCode,
    ).toBe(404);
    expect((await press(id, 'withdraw')).statusCode).toBe(404);
    expect((await invite({ email })).statusCode).toBe(200);
  });

  test('accepts only existing staff roles', async () => {
    for (const [roles, said] of [
      [[10], 'The role Contractor is for payment plans only.'],
      [[4711], 'This role does not exist.'],
      [[], 'Choose at least one role.'],
    ] as const) {
      const answer = await invite({ roles });
      expect([answer.statusCode, answer.json().fields.roles]).toEqual([422, said]);
    }
  });

  test('of an administrator notifies the other administrators', async () => {
    const { email } = await joined({ roles: [1], firstname: 'Nia', lastname: 'Stone' });
    const [mail] = await mailsOf('admin@demo.test', 'new-administrator');
    expect(mail?.subject).toContain('Nia Stone is now an administrator');
    expect(await mailsOf(email, 'new-administrator')).toEqual([]);
    expect(await mailsOf('support@demo.test', 'new-administrator')).toEqual([]);
    await run(`update users set is_active = false where email = '${email}'`);
  });
});

describe('a role change', () => {
  test('takes effect with the next request, notifies the person, and is audited with before and after', async () => {
    const account = await joined();
    const client = await signedInAs(app, account.email);
    expect((await client.get('/manage/contractors')).statusCode).toBe(200);
    expect((await client.get('/payout-run')).statusCode).toBe(403);
    expect((await change(account, { roles: [4], lastname: 'Vegas' })).statusCode).toBe(200);
    expect((await client.get('/manage/contractors')).statusCode).toBe(403);
    expect((await client.get('/payout-run')).statusCode).toBe(200);
    const [mail] = await mailsOf(account.email, 'staff-changed');
    expect(mail?.text).toContain('Your roles are now: Payer.');
    expect((await lastEntry('staff.changed')).details).toEqual({
      changes: {
        lastname: { from: 'Vega', to: 'Vegas' },
        roles: { from: 'Support', to: 'Payer' },
      },
    });
  });

  test('is a conflict when based on a stale version', async () => {
    const account = await joined();
    expect((await change(account, { roles: [4] })).statusCode).toBe(200);
    const second = await change(account, { roles: [3] });
    expect([second.statusCode, second.json().error]).toEqual([409, 'conflict']);
    expect((await read(account.id)).roles.map(({ id }) => id)).toEqual([4]);
    // The person's own name change also increases the version.
    const seen = await read(account.id);
    const own = await signedInAs(app, account.email);
    await own.post(`/user/${account.id}`, { firstname: 'Rob', lastname: 'Vega' });
    expect((await change(seen)).statusCode).toBe(409);
  });

  test("can't be made to your own account, but your name can be changed", async () => {
    const own = await read(1);
    const answer = await change(own, { roles: [1, 4] });
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'You cannot change your own roles. Ask another member of staff to do it.',
    ]);
    expect((await change(own)).statusCode).toBe(200);
  });

  test('that creates an administrator notifies the others', async () => {
    const account = await joined({ firstname: 'Ada', lastname: 'Moon' });
    await change(account, { roles: [1, 2] });
    const [mail] = await mailsOf('admin@demo.test', 'new-administrator');
    expect(mail?.subject).toContain('Ada Moon');
    await change(await read(account.id), { roles: [2] });
  });
});

describe('deactivated staff', () => {
  test("are signed out immediately, even while switched into a contractor, can't sign in, and are notified", async () => {
    const account = await joined();
    const client = await (await signedInAs(app, account.email)).switchInto(11);
    expect((await client.get('/user')).json().switched).toBe(true);
    expect((await press(account.id, 'deactivate')).statusCode).toBe(200);
    expect((await client.get('/user')).statusCode).toBe(401);
    expect((await client.post('/refresh')).statusCode).toBe(401);
    await expect(signedInAs(app, account.email)).rejects.toThrow('could not sign in');
    expect((await read(account.id)).status).toBe('deactivated');
    const [mail] = await mailsOf(account.email, 'staff-changed');
    expect(mail?.text).toContain('was deactivated');
    expect(await lastEntry('staff.deactivated')).toMatchObject({ entity_id: String(account.id) });
    expect((await press(account.id, 'reactivate')).statusCode).toBe(200);
    expect((await client.get('/user')).statusCode).toBe(401);
    const back = await signedInAs(app, account.email);
    expect((await back.get('/manage/contractors')).statusCode).toBe(200);
  });

  test("can't sign in with a link sent before", async () => {
    const account = await joined();
    await visitor(app).post('/restore', { email: account.email });
    const enc = await linkSentTo(app, account.email, '/np');
    await press(account.id, 'deactivate');
    await press(account.id, 'reactivate');
    expect(
      (await visitor(app).post('/update-password', { enc, password: 'Demo-pass1' })).statusCode,
    ).toBe(404);
  });

  test("can't include yourself", async () => {
    const answer = await press(1, 'deactivate');
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'You cannot deactivate your own account.',
    ]);
  });
});

describe('the last administrator', () => {
  /** A staff member with all administrator privileges by a different role. */
  const equal = async (): Promise<TestClient> => {
    const id = await roleWith();
    await run(
      `insert into role_privileges select ${id}, resource, code from role_privileges where role_id = 1`,
    );
    const { email } = await joined({ roles: [id] });
    return signedInAs(app, email);
  };

  test("can't be deactivated or given other roles", async () => {
    const other = await equal();
    for (const answer of [
      await press(1, 'deactivate', other),
      await change(await read(1), { roles: [2] }, other),
    ])
      expect([answer.statusCode, answer.json().message]).toEqual([
        409,
        'This is the last active administrator. Make someone else an administrator first.',
      ]);
  });

  test('is protected when only invited or deactivated administrators would remain', async () => {
    const other = await equal();
    const { id } = await invited({ roles: [1] });
    expect((await press(1, 'deactivate', other)).statusCode).toBe(409);
    await press(id, 'withdraw');
    const second = await joined({ roles: [1] });
    await press(second.id, 'deactivate');
    expect((await press(1, 'deactivate', other)).statusCode).toBe(409);
    await run(`delete from user_roles where user_id = ${second.id}`);
  });

  test('remains when two concurrent calls each remove one of the last two', async () => {
    const other = await equal();
    const second = await joined({ roles: [1] });
    const answers = await Promise.all([
      press(1, 'deactivate', other),
      change(second, { roles: [2] }, other),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 409,
    ]);
    const { rows } = await run(
      `select count(*)::int as n from users join user_roles on user_id = id where role_id = 1 and is_active`,
    );
    expect(rows[0].n).toBe(1);
    await run(`delete from user_roles where user_id = ${second.id}`);
  });

  test('remains when two administrators deactivate each other concurrently', async () => {
    const second = await joined({ roles: [1] });
    const client = await signedInAs(app, second.email);
    const answers = await Promise.all([
      press(1, 'deactivate', client),
      press(second.id, 'deactivate', admin),
    ]);
    const codes = answers.map(({ statusCode }) => statusCode);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.filter((code) => [401, 403].includes(code))).toHaveLength(1);
    await run(`delete from user_roles where user_id = ${second.id}`);
  });
});

describe("staff can't grant or change more than they have", () => {
  test("can't grant a role with a privilege they lack, by inviting or by changing", async () => {
    const manager = await staffManager('payouts:manage_access');
    for (const role of [1, 2, 3]) {
      const answer = await invite({ roles: [role] }, manager);
      expect(answer.statusCode).toBe(422);
      expect(answer.json().fields.roles).toMatch(/it has privileges that you do not have\.$/);
    }
    const answer = await invite({ roles: [4] }, manager);
    expect(answer.statusCode).toBe(200);
    const { account } = answer.json();
    expect((await change(account, { roles: [4, 2] }, manager)).statusCode).toBe(422);
  });

  test("can't change, deactivate, reactivate, reinvite, or withdraw an account with more privileges", async () => {
    const manager = await staffManager();
    const waiting = await invited({ roles: [1] });
    const gone = await joined({ roles: [2] });
    await press(gone.id, 'deactivate');
    expect((await read(1, manager)).locked).toBe('more');
    const answers = [
      await change(await read(2), { roles: [2] }, manager),
      await press(1, 'deactivate', manager),
      await press(gone.id, 'reactivate', manager),
      await press(waiting.id, 'invite', manager),
      await press(waiting.id, 'withdraw', manager),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403]);
    await press(waiting.id, 'withdraw');
  });

  test("with read access see the list and can't change anything", async () => {
    const { email } = await joined({ roles: [await roleWith('manage-staff:access')] });
    const client = await signedInAs(app, email);
    expect((await list('', client)).length).toBeGreaterThan(3);
    const account = await read(4);
    expect((await invite({ roles: [4] }, client)).statusCode).toBe(403);
    expect((await change(account, {}, client)).statusCode).toBe(403);
    for (const what of ['invite', 'withdraw', 'deactivate', 'reactivate'])
      expect((await press(4, what, client)).statusCode).toBe(403);
  });

  test("other staff and contractors are denied, and contractors' ids are not found", async () => {
    for (const email of [
      'support@demo.test',
      'payer@demo.test',
      'pro@demo.test',
      'team@demo.test',
    ]) {
      const client = await signedInAs(app, email);
      expect((await client.get('/manage/staff')).statusCode).toBe(403);
      expect((await invite({}, client)).statusCode).toBe(403);
    }
    for (const id of [11, 16])
      for (const what of ['invite', 'withdraw', 'deactivate', 'reactivate'])
        expect((await press(id, what)).statusCode).toBe(404);
    const own = await read(2);
    expect((await change({ ...own, id: 11 })).statusCode).toBe(404);
  });

  test('while switched, the endpoints use the staff account, like the whole Manage area', async () => {
    const switched = await (await signedInAs(app, 'admin@demo.test')).switchInto(11);
    expect((await switched.get('/manage/staff')).statusCode).toBe(200);
    const support = await (await signedInAs(app, 'support@demo.test')).switchInto(11);
    expect((await support.get('/manage/staff')).statusCode).toBe(403);
  });
});

describe('your own staff account', () => {
  test('can be renamed and get another password and e-mail, whatever its roles', async () => {
    const mailer = await joined({ roles: [3] });
    const client = await signedInAs(app, mailer.email);
    const saved = await client.post(`/user/${mailer.id}`, { firstname: 'Mel', lastname: 'Itoh' });
    expect(saved.json()).toMatchObject({ fullName: 'Mel Itoh' });
    const other = await signedInAs(app, mailer.email);
    expect(
      (await client.post(`/user/${mailer.id}/update-password`, { password: 'Sturdy-beam7' }))
        .statusCode,
    ).toBe(200);
    expect((await other.get('/user')).statusCode).toBe(401);
    expect((await client.get('/user')).statusCode).toBe(200);
    const asked = await client.post(`/user/${mailer.id}/update-email`, { email: 'mel@staff.test' });
    expect(asked.statusCode).toBe(200);
    expect((await client.get(`/user/${mailer.id}/sessions`)).json().total).toBe(1);
    expect((await client.get(`/user/${mailer.id}/factors`)).statusCode).toBe(200);
  });

  test('gives no access to others: neither colleagues nor the switched contractor', async () => {
    const client = await signedInAs(app, 'support@demo.test');
    const names = { firstname: 'Not', lastname: 'Mine' };
    for (const id of [1, 11]) {
      expect((await client.post(`/user/${id}`, names)).statusCode).toBe(404);
      expect(
        (await client.post(`/user/${id}/update-password`, { password: 'Sturdy-beam7' })).statusCode,
      ).toBe(404);
    }
    const switched = await (await signedInAs(app, 'support@demo.test')).switchInto(11);
    expect((await switched.post('/user/11', names)).statusCode).toBe(403);
    expect((await switched.post('/user/2', names)).statusCode).toBe(403);
    for (const path of ['/contractor/101/team', '/user/notifications'])
      expect((await switched.get(path)).statusCode).not.toBe(200);
  });
});

test('the list uses its index, however many people contractors have', async () => {
  const plan = await app.deps.database.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    return tx.execute(
      sql`explain select * from users where kind = 'staff' and removed_at is null order by lower(firstname || ' ' || lastname), id limit 25`,
    );
  });
  expect(JSON.stringify(plan.rows)).toContain('users_staff');
});
