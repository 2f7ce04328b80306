import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { multipleUsers } from '@lintel/contract/contractors/tier-team-limits';
import {
  createTestApp,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../test/app.ts';

let app: TestApp;
let admin: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  admin = await signedInAs(app, 'admin@demo.test');
});
afterAll(() => app.close());

const path = '/setting/multiple-users';
const read = async (by = admin) => (await by.get(path)).json();
const save = (sizes: object, more: object = {}, by = admin) =>
  by.post(path, { multipleUsers: sizes, ...more });
const confirmed = { confirmationReceived: true };

/** A contractor on a plan of the tier with a team, in the order in which users were added. */
async function withTeam(
  names: string[],
  { planId, own = null }: { planId: number; own?: number | null },
) {
  const { db } = app.deps.database;
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into contractors (company_name, plan_id, max_team_users, registered_at)
    values (${`${names[0]} Builders`}, ${planId}, ${own}, now()) returning id`);
  const id = rows[0]?.id ?? 0;
  for (const [at, name] of names.entries()) {
    await db.execute(sql`
      insert into users (kind, contractor_id, email, firstname, lastname, team_access, confirmed_at, created_at, password_hash)
      select 'team', ${id}, ${`${name}.${id}@team.test`.toLowerCase()}, ${name}, 'Team', 'Full', now(),
        now() + ${at} * interval '1 minute', password_hash from users where email = 'pro@demo.test'`);
  }
  return id;
}
const activeOf = async (contractorId: number): Promise<string[]> => {
  const active = sql`select firstname from users where contractor_id = ${contractorId} and kind = 'team' and is_active order by created_at`;
  return (await app.deps.database.db.execute<{ firstname: string }>(active)).rows.map(
    ({ firstname }) => firstname,
  );
};
const planOf = async (tier: string): Promise<number> => {
  const ofTier = sql`select id from plans where tier = ${tier}::tier order by id`;
  return (await app.deps.database.db.execute<{ id: number }>(ofTier)).rows[0]?.id ?? 0;
};
const lastAudit = async () =>
  (
    await app.deps.database.pool.query(
      "select actor_id, details from audit_log where action = 'setting.updated' order by id desc limit 1",
    )
  ).rows[0];

describe('the team limits of tiers', () => {
  test('are returned as a map from tier to limit with their last editor, at first none [ADM-453] [ADM-211] [ADM-522]', async () => {
    const sizes = { Free: 0, Self: 1, Pro: 3, Brand: 5, Concierge: 5, Test: 10 };
    expect(multipleUsers.parse(await read())).toEqual({
      multipleUsers: sizes,
      userName: '',
      email: '',
      lastEdit: null,
    });
    await save({ Brand: 6 });
    expect(await read()).toMatchObject({
      multipleUsers: { ...sizes, Brand: 6 },
      email: 'admin@demo.test',
    });
    expect((await read()).lastEdit).toBe(app.clock.now().toISOString());
  });

  test('accept 0 to 10, and apply immediately to the tier’s contractors [ADM-454] [ADM-522]', async () => {
    expect((await save({ Pro: 4, Test: 9 }, { confirmationReceived: false })).json()).toEqual({
      message: 'Success!',
    });
    const owner = await signedInAs(app, 'pro@demo.test');
    expect((await owner.get('/contractor/101/team/max')).json().data).toEqual({
      contractorMaxTeamUsers: null,
      tierMaxTeamUsers: 4,
    });
    for (const wrong of [
      { Pro: 11 },
      { Pro: -1 },
      { Pro: 1.5 },
      { Pro: '' },
      { Pro: null },
      { Gold: 1 },
      {},
    ]) {
      expect([400, 422], JSON.stringify(wrong)).toContain((await save(wrong)).statusCode);
    }
    expect((await save({ Pro: 11 })).json().fields).toEqual({
      'multipleUsers.Pro': 'Please choose a number from 0 to 10.',
    });
    expect((await read()).multipleUsers).toMatchObject({ Pro: 4, Test: 9 });
    const asForm = { multipleUsers: JSON.stringify({ Pro: '5' }), confirmationReceived: 'false' };
    expect((await admin.post(path, asForm)).json()).toEqual({ message: 'Success!' });
    expect((await read()).multipleUsers).toMatchObject({ Pro: 5, Test: 9 });
    expect(
      (await admin.send(path, { 'multipleUsers[Pro]': '6', confirmationReceived: '0' })).statusCode,
    ).toBe(200);
    expect((await read()).multipleUsers).toMatchObject({ Pro: 6, Test: 9 });
  });

  test('are recorded in the audit log', async () => {
    await save({ Concierge: 8 });
    expect(await lastAudit()).toMatchObject({
      actor_id: 1,
      details: {
        name: 'MultipleUsers',
        from: { Concierge: 5 },
        to: { Concierge: 8 },
        deactivated: 0,
      },
    });
  });

  test('reject a stale save and name who changed what', async () => {
    const { lastEdit } = await read();
    app.clock.pass(5);
    expect((await save({ Self: 2 }, { lastEdit })).statusCode).toBe(200);
    const late = await save({ Self: 3 }, { lastEdit });
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({
      error: 'conflict',
      message: 'Avery Quinn changed this while you were editing. Self: 1 → 2. Nothing was saved.',
    });
    expect((await read()).multipleUsers.Self).toBe(2);
  });

  test('saved in parallel let one save through', async () => {
    const { lastEdit } = await read();
    app.clock.pass(5);
    const answers = await Promise.all([
      save({ Self: 4 }, { lastEdit }),
      save({ Self: 5 }, { lastEdit }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 409,
    ]);
  });
});

describe('a lower number', () => {
  test('requires confirmation, lists contractors in Auto mode with their newest users, and changes nothing until confirmed [ADM-455]', async () => {
    await save({ Test: 3 }, confirmed);
    const planId = await planOf('Test');
    const auto = await withTeam(['Ada', 'Bo', 'Cy'], { planId });
    const own = await withTeam(['Dee', 'Eve', 'Fay'], { planId, own: 5 });
    const few = await withTeam(['Gus'], { planId });
    const asked = (await save({ Test: 1, Free: 1 })).json();
    expect(asked).toMatchObject({ confirmationRequired: true });
    expect(asked.contractors).toEqual([
      {
        id: auto,
        companyName: 'Ada Builders',
        tier: 'Test',
        limit: 1,
        teamUsers: [
          {
            id: expect.any(Number),
            fullName: 'Bo Team',
            email: `bo.${auto}@team.test`,
          },
          {
            id: expect.any(Number),
            fullName: 'Cy Team',
            email: `cy.${auto}@team.test`,
          },
        ],
      },
    ]);
    expect((await read()).multipleUsers).toMatchObject({ Test: 3, Free: 0 });
    expect(await activeOf(auto)).toEqual(['Ada', 'Bo', 'Cy']);

    expect((await save({ Test: 1, Free: 1 }, confirmed)).json()).toEqual({ message: 'Success!' });
    expect((await read()).multipleUsers).toMatchObject({ Test: 1, Free: 1 });
    expect([await activeOf(auto), await activeOf(own), await activeOf(few)]).toEqual([
      ['Ada'],
      ['Dee', 'Eve', 'Fay'],
      ['Gus'],
    ]);
    expect(await lastAudit()).toMatchObject({ details: { deactivated: 2 } });
  });

  test('signs the users out; a higher limit reactivates them', async () => {
    await save({ Pro: 3 }, confirmed);
    const { db } = app.deps.database;
    await db.execute(sql`
      insert into users (kind, contractor_id, email, firstname, lastname, team_access, confirmed_at, created_at, password_hash)
      select 'team', 101, 'newest@team.test', 'Newest', 'Team', 'Full', now(), now() + interval '1 day', password_hash
      from users where email = 'pro@demo.test'`);
    const newest = await visitor(app).signIn('newest@team.test');
    const teamSize = (await activeOf(101)).length;
    expect((await save({ Pro: teamSize - 1 }, confirmed)).statusCode).toBe(200);
    expect((await newest.get('/user')).statusCode).toBe(401);
    await expect(visitor(app).signIn('newest@team.test')).rejects.toThrow();
    const owner = await signedInAs(app, 'pro@demo.test');
    const team = (await owner.get('/contractor/101/team')).json().data as {
      id: number;
      email: string;
      status: string;
    }[];
    const row = team.find(({ email }) => email === 'newest@team.test');
    expect(row?.status).toBe('deactivated');
    const again = `/contractor/101/team/user/${row?.id}/reactivate`;
    expect((await owner.post(again)).json().error).toBe('team_limit');
    await save({ Pro: 10 });
    expect((await owner.post(again)).statusCode).toBe(200);
    expect((await visitor(app).signIn('newest@team.test')).cookies).toBeTruthy();
  });
});

test('Team limits require manage-multiple-users modify plus manage-settings modify to change, and access to read [ADM-386]', async () => {
  const { pool } = app.deps.database;
  const statuses = async () => {
    const by = await signedInAs(app, 'support@demo.test');
    return [(await by.get(path)).statusCode, (await save({ Brand: 7 }, {}, by)).statusCode];
  };
  const grant = (resource: string, code: string) =>
    pool.query('insert into role_privileges (role_id, resource, code) values (2, $1, $2)', [
      resource,
      code,
    ]);
  expect(await statuses()).toEqual([403, 403]);
  await grant('manage-settings', 'access');
  expect(await statuses()).toEqual([200, 403]);
  await grant('manage-multiple-users', 'modify');
  expect(await statuses()).toEqual([200, 403]);
  await pool.query(
    "delete from role_privileges where role_id = 2 and resource = 'manage-multiple-users'",
  );
  await grant('manage-settings', 'modify');
  expect(await statuses()).toEqual([200, 403]);
  await grant('manage-multiple-users', 'modify');
  expect(await statuses()).toEqual([200, 200]);
  const owner = await signedInAs(app, 'pro@demo.test');
  expect([
    (await owner.get(path)).statusCode,
    (await save({ Pro: 1 }, {}, owner)).statusCode,
  ]).toEqual([403, 403]);
  expect((await visitor(app).get(path)).statusCode).toBe(401);
});
