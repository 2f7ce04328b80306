import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renormalized } from '@lintel/contract/leads/shares';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../test/app.ts';

let app: TestApp;
let admin: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  admin = await signedInAs(app, 'admin@demo.test');
});
afterAll(() => app.close());

const rows = (text: string, values: unknown[] = []) =>
  app.deps.database.pool.query(text, values).then((found) => found.rows);

let made = 0;
/** A staff member who can own leads and contractors. */
async function colleague(): Promise<{ userId: number; managerId: number }> {
  made += 1;
  const email = `leaver${made}@demo.test`;
  const [user] = await rows(
    `insert into users (kind, email, firstname, lastname, is_active, created_at, confirmed_at)
     values ('staff', $1, 'Lee', $2, true, now(), now()) returning id`,
    [email, `Ver${made}`],
  );
  const [manager] = await rows(
    `insert into managers (first_name, last_name, email) values ('Lee', $1, $2) returning id`,
    [`Ver${made}`, email],
  );
  return { userId: user.id, managerId: manager.id };
}

/** Gives someone a lead, a contractor, and 40 percent of a set; returns their ids. */
async function burden(managerId: number, otherId: number) {
  const [lead] = await rows(
    'update leads set owner_id = $1 where id = (select min(id) from leads) returning id',
    [managerId],
  );
  await rows('update contractors set manager_id = $1 where id = 102', [managerId]);
  const [set] = await rows(
    `insert into lead_distribution_sets (title, updated_at) values ('Leaving ' || $1, now()) returning id`,
    [String(managerId)],
  );
  await rows(
    'insert into lead_set_owners (set_id, manager_id, percent) values ($1, $2, 40), ($1, $3, 60)',
    [set.id, managerId, otherId],
  );
  return { lead: Number(lead.id), set: set.id as number };
}

const ownersOf = (set: number) =>
  rows('select manager_id id, percent from lead_set_owners where set_id = $1 order by manager_id', [
    set,
  ]);

describe('a staff member who leaves', () => {
  test('is deactivated and replaced in one step, once a successor is chosen for each holding', async () => {
    const [leaver, heir] = [await colleague(), await colleague()];
    const { lead, set } = await burden(leaver.managerId, heir.managerId);
    const held = (await admin.get(`/manage/staff/${leaver.userId}/holdings`)).json();
    expect(held).toMatchObject({ leads: 1, contractors: 1, sets: [{ id: set, percent: 40 }] });
    const people = held.people.map(({ id }: { id: number }) => id);
    expect(people).toContain(heir.managerId);
    expect(people).not.toContain(leaver.managerId);
    const leave = (body: object) => admin.post(`/manage/staff/${leaver.userId}/deactivate`, body);
    const unchosen = await leave({ leadsTo: heir.managerId });
    expect(unchosen.statusCode, unchosen.body).toBe(422);
    expect(Object.keys(unchosen.json().fields)).toEqual(['contractorsTo']);
    // The rejected call reassigned nothing.
    expect(await rows('select owner_id from leads where id = $1', [lead])).toEqual([
      { owner_id: leaver.managerId },
    ]);
    const own = { leadsTo: leaver.managerId, contractorsTo: 0, setsTo: 0 };
    expect((await leave(own)).statusCode).toBe(422);
    const done = await leave({ leadsTo: heir.managerId, contractorsTo: 0, setsTo: heir.managerId });
    expect(done.statusCode, done.body).toBe(200);
    expect(await rows('select owner_id from leads where id = $1', [lead])).toEqual([
      { owner_id: heir.managerId },
    ]);
    expect(await rows('select manager_id from contractors where id = 102')).toEqual([
      { manager_id: null },
    ]);
    expect(await ownersOf(set)).toEqual([{ id: heir.managerId, percent: 100 }]);
    const [entry] = await rows(
      "select details from audit_log where action = 'staff.deactivated' order by id desc limit 1",
    );
    expect(entry.details).toMatchObject({ contractors: '1 to no one' });
  });

  test('is no longer offered or assigned', async () => {
    const leaver = await colleague();
    await rows('update users set is_active = false where id = $1', [leaver.userId]);
    for (const path of ['/manage/managers', '/setting/lead-owners']) {
      const body = (await admin.get(path)).body;
      expect(body, path).not.toContain(`"id":${leaver.managerId},`);
    }
    const [{ id }] = await rows('select min(id)::int id from leads');
    const given = await admin.post(`/manage/leads/${id}/owner`, { ownerId: leaver.managerId });
    expect(given.statusCode).toBe(422);
    await rows('update contractors set manager_id = $1 where id = 102', [leaver.managerId]);
    const brand = await signedInAs(app, 'brand@demo.test');
    expect((await brand.get('/user')).body).not.toContain('leaver');
  });

  test('gets no lead from a set that still includes them; the other owners do', async () => {
    const [leaver, one, two] = [await colleague(), await colleague(), await colleague()];
    const [set] = await rows(
      `insert into lead_distribution_sets (title, updated_at) values ('Left over', now()) returning id`,
    );
    await rows(
      'insert into lead_set_owners (set_id, manager_id, percent) values ($1, $2, 50), ($1, $3, 20), ($1, $4, 30)',
      [set.id, leaver.managerId, one.managerId, two.managerId],
    );
    const [source] = await rows(
      `insert into lead_sources (value, set_id) values ('Left over source', $1) returning id`,
      [set.id],
    );
    await rows('update users set is_active = false where id = $1', [leaver.userId]);
    const shown = (await admin.get('/setting/lead-distribution'))
      .json()
      .data.find((row: { id: number }) => row.id === set.id);
    expect(shown).toMatchObject({ notDistributed: 50 });
    for (let lead = 0; lead < 4; lead += 1) {
      const entered = await admin.post('/manage/lead', {
        companyName: `Left Over ${lead}`,
        firstName: 'Pat',
        lastName: 'Lee',
        email: `left.over${lead}@example.com`,
        phone: `303555017${lead}`,
        leadSource: 'Left over source',
        isAssignOwner: true,
      });
      expect(entered.statusCode, entered.body).toBe(200);
    }
    const owners = await rows('select distinct owner_id id from leads where source_id = $1', [
      source.id,
    ]);
    expect(owners.map(({ id }) => id)).not.toContain(leaver.managerId);
    expect(await ownersOf(set.id)).toEqual([
      { id: one.managerId, percent: 40 },
      { id: two.managerId, percent: 60 },
    ]);
  });
});

test('proportional shares always add up to 100', () => {
  for (const percents of [[1, 1, 1], [33, 33], [7], [20, 30], [1, 98]]) {
    const shares = renormalized(percents.map((percent) => ({ percent })));
    expect(shares.reduce((sum, { percent }) => sum + percent, 0)).toBe(100);
  }
  expect(renormalized([])).toEqual([]);
});
