import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { teamSections, type TeamUser } from '@lintel/contract/identity/team';
import {
  createTestApp,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../../test/app.ts';
import { linkSentTo, mailTo } from '../../../../test/mail.ts';

let app: TestApp;
let owner: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  owner = await signedInAs(app, 'pro@demo.test');
});
afterAll(() => app.close());
beforeEach(async () => {
  // Rate limits start fresh for each test.
  await app.deps.database.db.execute(sql`truncate call_counters`);
  await app.deps.database.db.execute(
    sql`update contractors set max_team_users = null where id = 101`,
  );
  await app.deps.database.db.execute(
    sql`update users set removed_at = now(), is_active = false where kind = 'team' and id <> 16`,
  );
});

let number = 0;
const person = (more: object = {}) => {
  number += 1;
  const access = { type: 'Limited', resourceCodes: ['refer'] };
  return {
    firstname: 'Tess',
    lastname: 'Lane',
    email: `tess${number}@team.test`,
    contractorTeamAccess: access,
    ...more,
  };
};
const add = (more: object = {}, by = owner) => by.post('/contractor/101/team/user', person(more));
const added = async (more: object = {}): Promise<TeamUser> => {
  const answer = await add(more);
  expect(answer.statusCode).toBe(200);
  return answer.json().user;
};
const team = async (): Promise<TeamUser[]> => (await owner.get('/contractor/101/team')).json().data;
const limitTo = (max: number | null) =>
  app.deps.database.db.execute(sql`update contractors set max_team_users = ${max} where id = 101`);
/** Activates a new team user with the link and signs in. */
const activated = async (more: object = {}): Promise<TestClient> => {
  const user = await added(more);
  const enc = await linkSentTo(app, user.email, '/confirm');
  expect(
    (await visitor(app).post('/update-password', { enc, password: 'Demo-pass1' })).statusCode,
  ).toBe(200);
  return signedInAs(app, user.email);
};

describe('the team of a contractor', () => {
  test('is listed with names, e-mail, access, and last use [ACC-155] [ACC-156] [ACC-422]', async () => {
    expect(await team()).toEqual([
      {
        id: 16,
        firstname: 'Toni',
        lastname: 'Reyes',
        email: 'team@demo.test',
        access: { type: 'Limited', resourceCodes: ['reports-applications', 'marketing-materials'] },
        status: 'active',
        lastSeen: null,
      },
    ]);
    await signedInAs(app, 'team@demo.test');
    expect((await team())[0]?.lastSeen).toBe(app.clock.now().toISOString());
  });

  test("shows the contractor's own limit and its tier's [ACC-423]", async () => {
    expect((await owner.get('/contractor/101/team/max')).json()).toEqual({
      data: { contractorMaxTeamUsers: null, tierMaxTeamUsers: 3 },
    });
    await limitTo(7);
    expect((await owner.get('/contractor/101/team/max')).json().data.contractorMaxTeamUsers).toBe(
      7,
    );
  });

  test('lists the sections of its plan, each with a name and a description [ACC-157] [ACC-390] [ACC-424]', async () => {
    const { data } = (await owner.get('/contractor/101/team/resources')).json();
    expect(data.map(({ code }: { code: string }) => code)).toEqual([...teamSections]);
    for (const { name, description } of data)
      expect([name, description].every((words) => words.length > 3)).toBe(true);
    const free = await signedInAs(app, 'free@demo.test');
    const codes = (await free.get('/contractor/104/team/resources'))
      .json()
      .data.map(({ code }: { code: string }) => code);
    expect(codes).not.toContain('reports-applications');
  });
});

describe('a team user', () => {
  test('is added, gets an authorization link, sets a password with it, and signs in [ACC-425]', async () => {
    const answer = await add({
      email: 'ann@team.test',
      contractorTeamAccess: { type: 'Full', resourceCodes: [] },
    });
    expect(answer.json()).toMatchObject({
      message: 'We sent the added user an email with an authorization link.',
      user: {
        email: 'ann@team.test',
        access: { type: 'Full', resourceCodes: [] },
        status: 'invited',
        lastSeen: null,
      },
    });
    expect((await mailTo(app, 'ann@team.test')).map(({ event }) => event)).toEqual([
      'team-user-added',
    ]);
    const enc = await linkSentTo(app, 'ann@team.test', '/confirm');
    await visitor(app).post('/update-password', { enc, password: 'Demo-pass1' });
    const session = (await (await signedInAs(app, 'ann@team.test')).get('/user')).json();
    expect(session.user).toMatchObject({
      isContractorUser: true,
      isLimited: false,
      contractor: 101,
    });
    expect(session.user.privileges).toEqual(
      expect.arrayContaining([{ resource: 'co-branded', code: 'access' }]),
    );
  });

  test.each([
    [{ firstname: '' }, { firstname: 'This field is required.' }],
    [{ lastname: '' }, { lastname: 'This field is required.' }],
    [{ firstname: 'x'.repeat(101) }, { firstname: 'Enter 100 symbols maximum' }],
    [
      { lastname: '1st' },
      { lastname: 'Please use letters A to Z, dash, apostrophe, period or space only.' },
    ],
    [{ email: '' }, { email: 'This field is required.' }],
    [{ email: 'x' }, { email: 'The Email is in invalid format' }],
    [{ email: `${'a'.repeat(241)}@demo.test` }, { email: 'Enter 250 symbols maximum' }],
    [{ contractorTeamAccess: {} }, { 'contractorTeamAccess.type': 'This field is required.' }],
    [
      { contractorTeamAccess: { type: 'Limited', resourceCodes: [] } },
      { 'contractorTeamAccess.resourceCodes': 'At least one item must be selected' },
    ],
  ])(
    'is refused with %j [ACC-336] [ACC-337] [ACC-340] [ACC-341] [ACC-342] [ACC-343] [ACC-344] [ACC-345]',
    async (change, fields) => {
      const answer = await add(change);
      expect(answer.statusCode).toBe(422);
      expect(answer.json().fields).toEqual(fields);
    },
  );

  test("can't be given a section that isn't available to teams", async () => {
    for (const section of ['personal-info', 'manage-contractors', 'manage-emails']) {
      const answer = await add({
        contractorTeamAccess: { type: 'Limited', resourceCodes: [section] },
      });
      expect(answer.statusCode).toBe(422);
    }
  });

  test('gets at most ten messages an hour, however often the owner adds, removes, and invites', async () => {
    const statuses: number[] = [];
    for (let round = 0; round < 25; round += 1) {
      const answer = await add({ email: 'stranger@team.test' });
      statuses.push(answer.statusCode);
      if (answer.statusCode === 200)
        await owner.call('DELETE', `/contractor/101/team/user/${answer.json().user.id}`);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(await mailTo(app, 'Stranger@team.test')).toEqual([]);
    expect(await mailTo(app, 'stranger@team.test')).toHaveLength(10);
    const refused = await owner.post('/user/11/update-email', {
      id: 11,
      email: 'STRANGER@team.test',
    });
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 60]).toEqual([429, true]);
    app.clock.pass(3600);
    await owner.post('/refresh');
    expect((await add({ email: 'stranger@team.test' })).statusCode).toBe(200);
  });

  test('gets at most ten invitations an hour, including the first', async () => {
    const user = await added({ email: 'waiting@team.test' });
    const invite = () => owner.post(`/contractor/101/team/user/${user.id}/invite`);
    const statuses: number[] = [];
    for (let times = 0; times < 12; times += 1) statuses.push((await invite()).statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(9);
    expect(await mailTo(app, 'waiting@team.test')).toHaveLength(10);
  });

  test('is rejected with email_already_exist when an account uses the e-mail [ACC-478]', async () => {
    const answer = await add({ email: 'Brand@demo.test' });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      error: 'email_already_exist',
      message: 'A user with this e-mail already exists.',
    });
  });

  test('can be changed in names and access, but never in e-mail [ACC-338] [ACC-426]', async () => {
    const user = await added();
    const answer = await owner.post(`/contractor/101/team/user/${user.id}`, {
      firstname: 'Tessa',
      lastname: 'Lanes',
      email: 'other@team.test',
      contractorTeamAccess: { type: 'Limited', resourceCodes: ['card-payments'] },
    });
    expect(answer.json().user).toMatchObject({
      firstname: 'Tessa',
      email: user.email,
      access: { type: 'Limited', resourceCodes: ['card-payments'] },
    });
  });

  test('is deleted: signed out immediately, gone from the list, the e-mail free, the record kept [ACC-427]', async () => {
    const client = await activated({ email: 'gone@team.test' });
    const user = (await team()).find(({ email }) => email === 'gone@team.test');
    const answer = await owner.call('DELETE', `/contractor/101/team/user/${user?.id}`);
    expect(answer.statusCode).toBe(200);
    expect((await client.get('/user')).statusCode).toBe(401);
    expect(
      (
        await visitor(app).post('/authentication', {
          username: 'gone@team.test',
          password: 'Demo-pass1',
        })
      ).statusCode,
    ).toBe(401);
    expect((await team()).map(({ id }) => id)).toEqual([16]);
    expect((await add({ email: 'gone@team.test' })).statusCode).toBe(200);
    const { rows } = await app.deps.database.db.execute(
      sql`select 1 from users where id = ${user?.id ?? 0}`,
    );
    expect(rows).toHaveLength(1);
  });

  test('can be reinvited until the link was used', async () => {
    const user = await added();
    const first = await linkSentTo(app, user.email, '/confirm');
    expect((await owner.post(`/contractor/101/team/user/${user.id}/invite`)).statusCode).toBe(200);
    expect(await linkSentTo(app, user.email, '/confirm')).not.toBe(first);
    expect((await owner.post('/contractor/101/team/user/16/invite')).statusCode).toBe(409);
  });

  test('can be reactivated when the limit allows', async () => {
    await app.deps.database.db.execute(sql`update users set is_active = false where id = 16`);
    expect((await team())[0]?.status).toBe('deactivated');
    await limitTo(1);
    const other = await added();
    const refused = await owner.post('/contractor/101/team/user/16/reactivate');
    expect(refused.json().error).toBe('team_limit');
    await owner.call('DELETE', `/contractor/101/team/user/${other.id}`);
    expect((await owner.post('/contractor/101/team/user/16/reactivate')).json().user.status).toBe(
      'active',
    );
  });
});

describe('the limit of team users', () => {
  test("is the tier's unless the contractor has its own [ACC-391]", async () => {
    await added();
    await added();
    const answer = await add();
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      error: 'team_limit',
      message: 'You’ve reached the limit of additional users for your account',
    });
    await limitTo(4);
    await added();
    expect((await add()).json().error).toBe('team_limit');
    await limitTo(0);
    expect((await add()).json().error).toBe('team_limit');
  });

  test('holds when several are added concurrently', async () => {
    await limitTo(4);
    const answers = await Promise.all(Array.from({ length: 8 }, () => add()));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(3);
    expect((await team()).length).toBe(4);
  });
});

describe('access to a team', () => {
  const calls = (client: TestClient, contractorId: number, userId: number) => [
    client.get(`/contractor/${contractorId}/team`),
    client.get(`/contractor/${contractorId}/team/max`),
    client.get(`/contractor/${contractorId}/team/resources`),
    client.post(`/contractor/${contractorId}/team/user`, person()),
    client.post(`/contractor/${contractorId}/team/user/${userId}`, person()),
    client.call('DELETE', `/contractor/${contractorId}/team/user/${userId}`),
    client.post(`/contractor/${contractorId}/team/user/${userId}/invite`),
    client.post(`/contractor/${contractorId}/team/user/${userId}/reactivate`),
  ];
  const statuses = async (client: TestClient, contractorId = 101, userId = 16) =>
    new Set(
      (await Promise.all(calls(client, contractorId, userId))).map(({ statusCode }) => statusCode),
    );

  test("another contractor's team is not found", async () => {
    expect(await statuses(await signedInAs(app, 'brand@demo.test'))).toEqual(new Set([404]));
  });

  test("another contractor's user is not found under the caller's own contractor", async () => {
    const brand = await signedInAs(app, 'brand@demo.test');
    expect((await brand.post('/contractor/102/team/user/16', person())).statusCode).toBe(404);
    expect((await brand.call('DELETE', '/contractor/102/team/user/16')).statusCode).toBe(404);
    expect((await owner.call('DELETE', '/contractor/101/team/user/11')).statusCode).toBe(404);
  });

  test("a Limited team user can't manage it or change the company or its phone", async () => {
    const limited = await activated({
      contractorTeamAccess: { type: 'Limited', resourceCodes: [...teamSections] },
    });
    expect(await statuses(limited)).toEqual(new Set([403]));
    for (const fields of [
      { phone: '3035550199' },
      { companyName: 'Mine', companyAddress: 'A', websiteUrl: '' },
    ]) {
      expect((await limited.send('/contractor/101', fields)).statusCode).toBe(403);
    }
    expect((await owner.get('/user')).json().contractor.companyName).toBe('Summit Roofing LLC');
  });

  test("a Full team user can manage it but can't delete their own account", async () => {
    await limitTo(5);
    const full = await activated({
      email: 'full@team.test',
      contractorTeamAccess: { type: 'Full' },
    });
    expect((await add({}, full)).statusCode).toBe(200);
    const me = (await full.get('/user')).json().id;
    expect((await full.call('DELETE', `/contractor/101/team/user/${me}`)).statusCode).toBe(409);
  });

  test('switched staff can manage it, and the audit log names both accounts', async () => {
    const admin = await (await signedInAs(app, 'admin@demo.test')).switchInto(11);
    expect((await add({}, admin)).statusCode).toBe(200);
    const { rows } = await app.deps.database.pool.query(
      `select actor_id, user_id, contractor_id from audit_log where action = 'team-user.added' order by id desc limit 1`,
    );
    expect(rows).toEqual([{ actor_id: 1, user_id: 11, contractor_id: 101 }]);
  });
});
