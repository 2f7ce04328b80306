import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import {
  createTestApp,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../test/app.ts';

let app: TestApp;
let admin: TestClient;
let support: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  admin = await signedInAs(app, 'admin@demo.test');
  support = await signedInAs(app, 'support@demo.test');
});
afterAll(() => app.close());

const managed = async (id: number) => (await support.get(`/manage/contractor/${id}`)).json();
const edit = (id: number, change: object, by = admin) =>
  by.post(`/manage/contractor/${id}`, { isManage: true, ...change });
const stored = async (id: number) => (await managed(id)).contractor;
/** A separate contractor for one test: without a user, on the Pro plan. */
const fresh = async (change: { status?: string } = {}): Promise<number> => {
  const { rows } = await app.deps.database.db.execute<{ id: number }>(sql`
    insert into contractors (company_name, first_name, last_name, email, phone, plan_id, payment_status, registered_at)
    values ('Test Company', 'Terry', 'Test', 'terry@company.test', '5555550100', 3, ${change.status ?? 'Paid'}, now()) returning id`);
  return rows[0]?.id ?? 0;
};

describe('a contractor', () => {
  test('changes only the sent fields, with isManage [ADM-185] [ADM-408]', async () => {
    const id = await fresh();
    const answer = await edit(id, { id, companyName: 'New Name', plan: 4, maxTeamUsers: 2 });
    expect(answer.json()).toMatchObject({
      message: "Field's was changed",
      contractor: {
        id,
        companyName: 'New Name',
        plan: { id: 4 },
        maxTeamUsers: 2,
        firstName: 'Terry',
        paymentStatus: 'Paid',
      },
    });
    expect(answer.json().teamUsersConfirmationRequired).toBeUndefined();
    const contact = {
      firstName: 'Tess',
      lastName: "O'Test",
      phone: '555-555-0199',
      email: 'tess@company.test',
    };
    expect(
      (await edit(id, { ...contact, paymentStatus: 'Canceled', partnerId: 101 })).statusCode,
    ).toBe(200);
    expect(await stored(id)).toMatchObject({
      ...contact,
      phone: '5555550199',
      paymentStatus: 'Canceled',
      partnerId: 101,
    });
  });

  test('isn’t found under an unknown id, or with another id in the body', async () => {
    expect((await edit(999_999, { companyName: 'X' })).statusCode).toBe(404);
    expect((await edit(201, { id: 202, companyName: 'X' })).statusCode).toBe(400);
  });

  test.each([
    ['Paid', 'Canceled'],
    ['Unpaid', 'Canceled'],
    ['Renewed', 'Canceled'],
    ['Canceled', 'Renewed'],
    ['Failed', 'Canceled'],
  ])('can change from %s to %s only [ADM-213]', async (from, to) => {
    for (const other of ['Paid', 'Unpaid', 'Renewed', 'Canceled', 'Failed'].filter(
      (one) => one !== from && one !== to,
    )) {
      const refused = await edit(await fresh({ status: from }), { paymentStatus: other }, support);
      expect(refused.json()).toMatchObject({
        error: 'invalid',
        fields: { paymentStatus: expect.stringContaining(to) },
      });
    }
    const id = await fresh({ status: from });
    expect((await edit(id, { paymentStatus: from }, support)).statusCode).toBe(200);
    expect((await edit(id, { paymentStatus: to }, support)).statusCode).toBe(200);
    expect(await stored(id)).toMatchObject({ paymentStatus: to });
  });

  test('keeps its owner’s contact data: staff can’t change it', async () => {
    const refused = await edit(102, { firstName: 'Other' });
    expect(refused.json()).toMatchObject({
      error: 'invalid',
      fields: { firstName: expect.any(String) },
    });
    expect((await edit(102, { firstName: 'Brandon' })).statusCode).toBe(200);
  });

  test('has its contact data validated', async () => {
    const id = await fresh();
    const bad = {
      companyName: '',
      firstName: 'R2D2',
      lastName: 'x'.repeat(251),
      phone: '123',
      email: 'nobody',
    };
    expect((await edit(id, bad)).json().fields).toEqual({
      companyName: 'This field is required.',
      firstName: 'Please use letters A to Z, dash, apostrophe, period or space only.',
      lastName: 'Enter 250 symbols maximum',
      phone: 'Please enter a 10-digit number.',
      email: 'The Email is in invalid format',
    });
  });
});

describe('the customer success manager of a contractor', () => {
  const latest = async (id: number) =>
    (await support.get(`/manage/contractor/${id}/history?limit=10`)).json().data[0];

  test('is assigned and removed by staff who manage contractors, with a history entry', async () => {
    const id = await fresh();
    const field = 'Customer Success Manager';
    expect((await edit(id, { managerId: 1 }, support)).statusCode).toBe(200);
    expect(await managed(id)).toMatchObject({
      manager: { id: 1, fullName: 'Dana Whitfield' },
      leadOwner: null,
    });
    expect(await latest(id)).toMatchObject({
      by: 'Sam Porter',
      changes: [{ field, from: '', to: 'Dana Whitfield' }],
    });
    await edit(id, { managerId: '2' }, support);
    expect((await latest(id)).changes).toEqual([
      { field, from: 'Dana Whitfield', to: 'Theo Marsh' },
    ]);
    await edit(id, { managerId: '' }, support);
    expect(await managed(id)).toMatchObject({ manager: null });
    expect((await latest(id)).changes).toEqual([{ field, from: 'Theo Marsh', to: '' }]);
  });

  test('must be one of the provider’s managers', async () => {
    const id = await fresh();
    for (const managerId of [999, 11])
      expect((await edit(id, { managerId }, support)).json().fields).toEqual({
        managerId: 'There is no manager with this ID.',
      });
    for (const managerId of [0, -1, 'Dana'])
      expect((await edit(id, { managerId }, support)).json().fields).toHaveProperty('managerId');
    expect(await managed(id)).toMatchObject({ manager: null });
  });

  test('can’t be changed by other roles', async () => {
    for (const email of ['mailer@demo.test', 'pro@demo.test', 'team@demo.test'])
      expect((await edit(101, { managerId: 2 }, await signedInAs(app, email))).statusCode).toBe(
        403,
      );
  });

  test('is not overwritten after a parallel change', async () => {
    const id = await fresh();
    const { version } = await managed(id);
    await edit(id, { managerId: 1, version });
    const late = await edit(id, { managerId: 2, version }, support);
    expect(late.json()).toMatchObject({
      error: 'conflict',
      fields: { managerId: 'It is now “Dana Whitfield”.' },
    });
    expect(await managed(id)).toMatchObject({ manager: { id: 1 } });
  });

  test('is shown to the contractor on the next request', async () => {
    await edit(101, { managerId: 2 });
    const owner = await signedInAs(app, 'pro@demo.test');
    expect((await owner.get('/user')).json().contractor.managerCSO).toMatchObject({
      firstName: 'Theo',
      lastName: 'Marsh',
    });
    await edit(101, { managerId: null });
    expect((await owner.get('/user')).json().contractor.managerCSO).toBeNull();
  });
});

describe('the partner and the referral of a contractor', () => {
  const oneOnly = 'Only one of the fields "Referral ID" and "Partner ID" can be filled in';

  test('can’t be set together [ADM-275]', async () => {
    const answer = await edit(await fresh(), { partnerId: 101, referralId: 102 });
    expect(answer.json().fields).toEqual({ referralId: oneOnly });
  });

  test('must be the ids of other existing contractors', async () => {
    const id = await fresh();
    expect((await edit(id, { partnerId: 999_999 })).json().fields).toEqual({
      partnerId: 'There is no contractor with this ID.',
    });
    expect((await edit(id, { referralId: id })).json().fields).toEqual({
      referralId: expect.stringContaining('its own'),
    });
    expect((await edit(id, { referralId: '12a' })).json().fields).toEqual({
      referralId: 'Please use digits only',
    });
    expect((await edit(id, { referralId: '99999999999' })).json().fields).toEqual({
      referralId: expect.any(String),
    });
    expect((await edit(id, { referralId: '101' })).statusCode).toBe(200);
  });

  test('replace each other and can be removed', async () => {
    const id = await fresh();
    await edit(id, { partnerId: 101 });
    await edit(id, { referralId: 102 });
    expect(await stored(id)).toMatchObject({ partnerId: null, referralId: 102 });
    await edit(id, { noProgram: true });
    expect(await stored(id)).toMatchObject({ partnerId: null, referralId: null });
  });
});

describe('the plan and the team size of a contractor', () => {
  test('require plan_modify [ADM-074] [ADM-394]', async () => {
    const id = await fresh();
    for (const change of [{ plan: 4 }, { maxTeamUsers: 1 }]) {
      expect((await edit(id, change, support)).json().error).toBe('access_denied');
      expect((await edit(id, change, admin)).statusCode).toBe(200);
    }
    expect((await edit(id, { plan: 4, maxTeamUsers: 1 }, support)).statusCode).toBe(200);
    expect((await edit(id, { plan: '' })).json().fields).toEqual({
      plan: 'This field is required.',
    });
    expect((await edit(id, { plan: 9999 })).json().fields).toEqual({
      plan: 'This plan does not exist.',
    });
  });

  test('allow a size of 0 to 10, or null for the tier’s [ADM-276] [ADM-187]', async () => {
    const id = await fresh();
    for (const size of [-1, 11, 1.5])
      expect((await edit(id, { maxTeamUsers: size })).json().fields).toHaveProperty('maxTeamUsers');
    for (const size of [0, 10, null]) {
      expect((await edit(id, { maxTeamUsers: size })).statusCode).toBe(200);
      const { data } = (await support.get(`/manage/contractor/${id}/team/max`)).json();
      expect(data).toEqual({ contractorMaxTeamUsers: size, tierMaxTeamUsers: 3 });
    }
  });

  test('show the allowed team users next to the tier’s default, or another plan’s [ADM-186] [ADM-417] [ADM-522]', async () => {
    const id = await fresh();
    const limits = async (query = '') =>
      (await support.get(`/manage/contractor/${id}/team/max${query}`)).json();
    expect(await limits()).toEqual({ data: { contractorMaxTeamUsers: null, tierMaxTeamUsers: 3 } });
    await app.deps.database.db.execute(
      sql`insert into settings (name, value, last_edit) values ('MultipleUsers', '{"Pro": 7}', now())`,
    );
    expect(await limits()).toEqual({ data: { contractorMaxTeamUsers: null, tierMaxTeamUsers: 7 } });
    expect(await limits('?plan=4')).toEqual({
      data: { contractorMaxTeamUsers: null, tierMaxTeamUsers: 5 },
    });
    await app.deps.database.db.execute(sql`delete from settings where name = 'MultipleUsers'`);
    expect((await support.get('/manage/contractor/999999/team/max')).statusCode).toBe(404);
  });

  test('unlock another plan’s sections immediately', async () => {
    await app.deps.database.db.execute(
      sql`insert into plans (id, name, tier, price_cents, stripe_id) values (901, 'Bare', 'Test', 0, 'bare')`,
    );
    const owner = await signedInAs(app, 'concierge@demo.test');
    expect((await owner.get('/contractor/103/page')).statusCode).toBe(200);
    await edit(103, { plan: 901 });
    expect((await owner.get('/contractor/103/page')).statusCode).toBe(403);
    await edit(103, { plan: 5 });
    expect((await owner.get('/contractor/103/page')).statusCode).toBe(200);
  });
});

describe('a limit below the size of the team', () => {
  const team = async (contractorId: number, names: string[]): Promise<number[]> => {
    const ids: number[] = [];
    for (const [at, name] of names.entries()) {
      const { rows } = await app.deps.database.db.execute<{ id: number }>(sql`
        insert into users (kind, contractor_id, email, firstname, lastname, team_access, confirmed_at, created_at, password_hash)
        select 'team', ${contractorId}, ${`${name}.${contractorId}@team.test`.toLowerCase()}, ${name}, 'Team', 'Full', now(),
          now() - ${`${10 - at} days`}::interval, password_hash from users where id = 1 returning id`);
      ids.push(rows[0]?.id ?? 0);
    }
    return ids;
  };
  const active = async (ids: number[]): Promise<boolean[]> => {
    const { rows } = await app.deps.database.db.execute<{ is_active: boolean }>(
      sql`select is_active from users where id in ${ids} order by id`,
    );
    return rows.map((row) => row.is_active);
  };

  test('requires confirmation, lists the newest team users, and changes nothing until confirmed [ADM-409]', async () => {
    const id = await fresh();
    const ids = await team(id, ['Old', 'Middle', 'New']);
    const asked = (await edit(id, { maxTeamUsers: 1, companyName: 'Smaller' })).json();
    expect(asked).toMatchObject({
      message: expect.any(String),
      teamUsersConfirmationRequired: true,
      teamUsers: [
        { fullName: 'Middle Team' },
        { fullName: 'New Team', email: `new.${id}@team.test` },
      ],
    });
    expect(await stored(id)).toMatchObject({ maxTeamUsers: null, companyName: 'Test Company' });
    expect(await active(ids)).toEqual([true, true, true]);
    const done = await edit(id, { maxTeamUsers: 1, teamUsersConfirmationReceived: true });
    expect(done.json().teamUsersConfirmationRequired).toBeUndefined();
    expect(await active(ids)).toEqual([true, false, false]);
  });

  test('signs out deactivated users, and a higher limit reactivates them', async () => {
    await app.deps.database.db.execute(
      sql`update contractors set max_team_users = 3 where id = 102`,
    );
    await team(102, ['Ada', 'Bo']);
    const bo = await visitor(app).signIn('bo.102@team.test');
    expect(
      (await edit(102, { maxTeamUsers: 1, teamUsersConfirmationReceived: true })).statusCode,
    ).toBe(200);
    expect((await bo.get('/user')).statusCode).toBe(401);
    const owner = await signedInAs(app, 'brand@demo.test');
    const row = (await owner.get('/contractor/102/team'))
      .json()
      .data.find(({ firstname }: { firstname: string }) => firstname === 'Bo');
    expect(row.status).toBe('deactivated');
    const again = `/contractor/102/team/user/${row.id}/reactivate`;
    expect((await owner.post(again)).json().error).toBe('team_limit');
    expect((await edit(102, { maxTeamUsers: null })).statusCode).toBe(200);
    expect((await owner.post(again)).json()).toMatchObject({ user: { status: 'active' } });
    expect((await visitor(app).signIn('bo.102@team.test')).cookies).toBeTruthy();
  });

  test('can result from a plan of a lower tier; changes of other fields need no confirmation', async () => {
    const id = await fresh();
    await team(id, ['One', 'Two', 'Three']);
    expect((await edit(id, { plan: 1 })).json()).toMatchObject({
      teamUsersConfirmationRequired: true,
      teamUsers: [{}, {}, {}],
    });
    expect((await edit(id, { plan: 1, maxTeamUsers: 3 })).json()).toMatchObject({
      message: "Field's was changed",
    });
    expect((await edit(id, { companyName: 'Other' })).json()).toMatchObject({
      message: "Field's was changed",
    });
  });
});

describe('two staff who edit one contractor', () => {
  test('the second save returns who was first and the current values, and overwrites nothing', async () => {
    const id = await fresh();
    const { version } = await managed(id);
    expect((await edit(id, { companyName: 'Faster', version })).statusCode).toBe(200);
    const second = await edit(
      id,
      { companyName: 'Slower', paymentStatus: 'Canceled', version },
      support,
    );
    expect(second.statusCode).toBe(409);
    expect(second.json()).toEqual({
      error: 'conflict',
      message: 'Avery Quinn changed this contractor while you were editing. Nothing was saved.',
      fields: { companyName: 'It is now “Faster”.', paymentStatus: 'It is now “Paid”.' },
    });
    const now = await managed(id);
    expect(now).toMatchObject({
      contractor: { companyName: 'Faster' },
      lastEdit: { by: 'Avery Quinn' },
    });
    expect(
      (await edit(id, { companyName: 'Slower', version: now.version }, support)).statusCode,
    ).toBe(200);
    expect(await stored(id)).toMatchObject({ companyName: 'Slower', paymentStatus: 'Paid' });
  });

  test('a payment in the meantime counts as another editor’s change', async () => {
    const id = await fresh();
    const { version } = await managed(id);
    await app.deps.database.db.execute(
      sql`update contractors set payment_status = 'Failed' where id = ${id}`,
    );
    const answer = await edit(id, { paymentStatus: 'Canceled', version });
    expect(answer.json()).toMatchObject({
      error: 'conflict',
      fields: { paymentStatus: 'It is now “Failed”.' },
    });
    expect(answer.json().message).toMatch(/^Someone else/);
  });
});

test('editing requires staff with access to contractors', async () => {
  for (const email of ['mailer@demo.test', 'pro@demo.test']) {
    const client = await signedInAs(app, email);
    expect((await edit(101, { noProgram: true }, client)).statusCode).toBe(403);
    for (const path of ['', '/team/max', '/history']) {
      expect((await client.get(`/manage/contractor/101${path}`)).statusCode).toBe(403);
    }
  }
  expect((await support.get('/manage/contractor-plans')).statusCode).toBe(403);
  expect((await visitor(app).get('/manage/contractor/101')).statusCode).toBe(401);
});

test('plans are searched by name, or by a contractor’s company or id [ADM-064]', async () => {
  const find = async (searchText: string) =>
    (await admin.get(`/manage/contractor-plans?searchText=${searchText}`)).json();
  const all: { name: string; contractor: null }[] = (await find('')).data;
  expect(all.length).toBeGreaterThanOrEqual(6);
  expect(all.map(({ name }) => name.toLowerCase())).toEqual(
    all.map(({ name }) => name.toLowerCase()).toSorted(),
  );
  expect((await find('Summit')).data).toMatchObject([
    { id: 3, contractor: { id: 101, companyName: 'Summit Roofing LLC' } },
  ]);
  expect((await find('102')).data).toMatchObject([{ id: 4, contractor: { id: 102 } }]);
  expect((await find('natarajan')).data).toEqual([]);
  expect((await find('ab')).fields).toEqual({ searchText: 'Please enter 3 characters or more.' });
});
