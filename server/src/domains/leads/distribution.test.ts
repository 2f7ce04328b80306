import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listSets, type DistributionSet } from '@lintel/contract/leads/distribution';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../test/app.ts';

let app: TestApp;
let admin: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  admin = await signedInAs(app, 'admin@demo.test');
});
afterAll(() => app.close());

const sets = async (): Promise<DistributionSet[]> =>
  listSets.response.parse((await admin.get('/setting/lead-distribution')).json()).data;
const setNamed = async (title: string): Promise<DistributionSet> => {
  const found = (await sets()).find((set) => set.title === title);
  if (found === undefined) throw new Error(`No set ${title}`);
  return found;
};
const save = (form: object, client = admin) => client.post('/setting/lead-distribution', form);
const saveOwners = (id: number, leadOwners: object[], more: object = {}) =>
  admin.post(`/setting/lead-distribution/${id}/lead-owners`, { id, leadOwners, ...more });
const assign = (leadSources: object[]) =>
  admin.post('/setting/assign-lead-sources-to-sets', { leadSources });

describe('distribution sets', () => {
  test('are listed with their sources, their owners, and the undistributed share [ADM-203] [ADM-204] [ADM-443]', async () => {
    const set = await setNamed('Events and suppliers');
    expect(set).toMatchObject({
      id: 2,
      leadSources: [{ leadSource: 'Home show' }, { leadSource: 'Supplier' }],
      leadOwners: [
        { id: 2, fullName: 'Theo Marsh', percent: 60 },
        { id: 4, fullName: 'Sam Porter', percent: 40 },
      ],
      notDistributed: 0,
    });
  });

  test('are created and changed with a unique name and sources from no other set [ADM-446] [ADM-345] [ADM-346] [ADM-347] [ADM-348]', async () => {
    const made = (await save({ id: '', title: '  Word   of mouth ', leadSources: [9] })).json();
    expect(made.set).toMatchObject({
      title: 'Word of mouth',
      notDistributed: 100,
      leadOwners: [],
      version: 1,
    });
    const { id } = made.set;
    const changed = (await save({ id, title: 'Personal', leadSources: [10], version: 1 })).json();
    expect(changed.set).toMatchObject({
      id,
      title: 'Personal',
      leadSources: [{ id: 10, leadSource: 'Cold call' }],
      version: 2,
    });
    expect((await save({ title: '', leadSources: [9] })).json().fields).toEqual({
      title: 'This field is required.',
    });
    expect((await save({ title: 'x'.repeat(51), leadSources: [9] })).json().fields).toEqual({
      title: 'Enter 50 symbols maximum',
    });
    expect((await save({ title: 'x'.repeat(50), leadSources: [] })).json().fields).toEqual({
      leadSources: '- at least one lead source must be selected',
    });
    // A form can't send an empty list, so the field is missing.
    expect((await save({ id: null, title: 'Word' })).json().fields).toEqual({
      leadSources: '- at least one lead source must be selected',
    });
    expect((await save({ title: 'online', leadSources: [9] })).json()).toMatchObject({
      error: 'already_exists',
      fields: { title: 'Another set has this name.' },
    });
    const taken = await save({ title: 'Greedy', leadSources: [1] });
    expect(taken.statusCode).toBe(409);
    expect(taken.json().message).toBe('“Website” is in the set “Online” now. Nothing was saved.');
    await admin.call('DELETE', `/setting/lead-distribution/${id}`);
  });

  test('reject a stale save and name who changed what', async () => {
    const { id, version, leadSources } = await setNamed('Events and suppliers');
    const ids = leadSources.map((source) => source.id);
    await save({ id, title: 'Shows', leadSources: ids, version });
    const late = await save({ id, title: 'Fairs', leadSources: ids, version });
    expect(late.statusCode).toBe(409);
    expect(late.json().message).toBe(
      'Avery Quinn changed this while you were editing. Name: Events and suppliers → Shows. Nothing was saved.',
    );
    await save({ id, title: 'Events and suppliers', leadSources: ids });
  });

  test('require whole-number percents that add up to 100 [ADM-447] [ADM-204] [ADM-234] [ADM-349]', async () => {
    const { id } = await setNamed('Online');
    const saved = (
      await saveOwners(id, [
        { id: 1, percent: 70 },
        { id: 2, percent: 30 },
        { id: 3, percent: 0 },
      ])
    ).json();
    expect(saved.set.leadOwners).toMatchObject([
      { fullName: 'Dana Whitfield', percent: 70 },
      { fullName: 'Theo Marsh', percent: 30 },
    ]);
    const refused = [
      [[{ id: 1, percent: 60 }], '60% of leads are distributed, please distribute the rest 40%'],
      [
        [
          { id: 1, percent: 60 },
          { id: 2, percent: 41 },
        ],
        'The number of distributed leads cannot exceed 100%',
      ],
      [[], 'Please distribute the leads among lead owners'],
    ] as const;
    for (const [owners, message] of refused) {
      const answer = await saveOwners(id, [...owners]);
      expect(answer.statusCode).toBe(422);
      expect(answer.json().fields.leadOwners).toBe(message);
    }
    const none = await admin.post(`/setting/lead-distribution/${id}/lead-owners`, { id });
    expect(none.json().fields).toEqual({
      leadOwners: 'Please distribute the leads among lead owners',
    });
    for (const percent of [-1, 101, 33.5])
      expect((await saveOwners(id, [{ id: 1, percent }])).statusCode).toBe(422);
    expect((await saveOwners(id, [{ id: 77, percent: 100 }])).json().fields).toHaveProperty(
      'leadOwners',
    );
    expect((await saveOwners(999, [{ id: 1, percent: 100 }])).statusCode).toBe(404);
  });

  test('accept unassigned sources, all or nothing [ADM-448]', async () => {
    const { id } = await setNamed('Online');
    expect(
      (
        await assign([
          { leadSourceId: 9, leadDistributionId: id },
          { leadSourceId: 1, leadDistributionId: id },
        ])
      ).statusCode,
    ).toBe(409);
    expect((await assign([{ leadSourceId: 9, leadDistributionId: 999 }])).statusCode).toBe(404);
    expect((await assign([{ leadSourceId: 999, leadDistributionId: id }])).statusCode).toBe(404);
    expect((await assign([{ leadSourceId: 9, leadDistributionId: id }])).json()).toEqual({
      message: 'Success!',
    });
    expect((await setNamed('Online')).leadSources.map(({ leadSource }) => leadSource)).toContain(
      'Referral',
    );
  });

  test('can be deleted, which frees their sources [ADM-449]', async () => {
    const { id } = (await save({ title: 'Short-lived', leadSources: [10] })).json().set;
    expect((await admin.call('DELETE', `/setting/lead-distribution/${id}`)).json()).toMatchObject({
      success: true,
    });
    const loose = (await admin.get('/setting/lead-sources?distributed=0')).json();
    expect(loose.data.map(({ value }: { value: string }) => value)).toContain('Cold call');
    expect((await admin.call('DELETE', `/setting/lead-distribution/${id}`)).statusCode).toBe(404);
  });
});

describe('leads by distribution', () => {
  let next = 0;
  const newLead = async (leadSource: string): Promise<string> => {
    next += 1;
    const form = { email: `turn.${next}@example.com`, leadSource, isAssignOwner: true };
    return (await admin.post('/manage/lead', form)).json().leadOwner;
  };

  test('match each owner’s percent exactly, even with a hundred parallel leads', async () => {
    const { id } = await setNamed('Online');
    await saveOwners(id, [
      { id: 1, percent: 47 },
      { id: 2, percent: 29 },
      { id: 3, percent: 13 },
      { id: 4, percent: 11 },
    ]);
    const got = await Promise.all(Array.from({ length: 100 }, () => newLead('Website')));
    const count = (name: string): number => got.filter((owner) => owner === name).length;
    expect(['Dana Whitfield', 'Theo Marsh', 'Avery Quinn', 'Sam Porter'].map(count)).toEqual([
      47, 29, 13, 11,
    ]);
    expect((await setNamed('Online')).leadOwners.map(({ credit }) => credit)).toEqual([0, 0, 0, 0]);
  });

  test('are counted across all sources of the set, and restart when the shares change', async () => {
    const { id } = await setNamed('Online');
    await saveOwners(id, [
      { id: 1, percent: 50 },
      { id: 2, percent: 50 },
    ]);
    expect([await newLead('Website'), await newLead('Podcast')].toSorted()).toEqual([
      'Dana Whitfield',
      'Theo Marsh',
    ]);
    await newLead('Webinar');
    await saveOwners(id, [
      { id: 1, percent: 50 },
      { id: 2, percent: 50 },
    ]);
    expect((await setNamed('Online')).leadOwners.every(({ credit }) => credit !== 0)).toBe(true);
    await saveOwners(id, [
      { id: 1, percent: 60 },
      { id: 2, percent: 40 },
    ]);
    expect((await setNamed('Online')).leadOwners.map(({ credit }) => credit)).toEqual([0, 0]);
  });

  test('have no owner when the source has no set or the set has no owners', async () => {
    expect(await newLead('Cold call')).toBe('');
    const { id } = (await save({ title: 'Empty', leadSources: [10] })).json().set;
    expect(await newLead('Cold call')).toBe('');
    await admin.call('DELETE', `/setting/lead-distribution/${id}`);
  });
});

test('Lead distribution requires manage-lead-distribution access and manage-settings modify [ADM-385] [ADM-383]', async () => {
  const { pool } = app.deps.database;
  const statuses = async (client: TestClient) =>
    Promise.all([
      client.get('/setting/lead-distribution'),
      client.get('/setting/lead-owners'),
      client.post('/setting/lead-distribution', { title: 'Mine', leadSources: [] }),
      client.post('/setting/lead-distribution/1/lead-owners', { leadOwners: [] }),
      client.post('/setting/assign-lead-sources-to-sets', { leadSources: [] }),
      client.call('DELETE', '/setting/lead-distribution/999'),
    ]).then((answers) => answers.map(({ statusCode }) => statusCode));
  const refused = Array.from({ length: 6 }, () => 403);
  for (const email of ['support@demo.test', 'mailer@demo.test', 'pro@demo.test'])
    expect(await statuses(await signedInAs(app, email)), email).toEqual(refused);
  const grant = (resource: string, code: string) =>
    pool.query('insert into role_privileges (role_id, resource, code) values (3, $1, $2)', [
      resource,
      code,
    ]);
  await grant('manage-lead-distribution', 'access');
  expect(await statuses(await signedInAs(app, 'mailer@demo.test'))).toEqual(refused);
  await grant('manage-settings', 'modify');
  expect(await statuses(await signedInAs(app, 'mailer@demo.test'))).toEqual([
    200, 200, 422, 422, 200, 404,
  ]);
});
