import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  listFirstTouches,
  listLeadSources,
  type FirstTouch,
  type LeadSource,
} from '@lintel/contract/leads/fields';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../test/app.ts';

let app: TestApp;
let admin: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  admin = await signedInAs(app, 'admin@demo.test');
});
afterAll(() => app.close());

const sources = async (query = '', client = admin) =>
  listLeadSources.response.parse((await client.get(`/setting/lead-sources${query}`)).json());
const touches = async (query = '') =>
  listFirstTouches.response.parse((await admin.get(`/setting/lead-first-touch${query}`)).json());
const save = (leadSources: readonly object[], more: object = {}, client = admin) =>
  client.post('/setting/lead-sources', { leadSources, ...more });
const named = (list: readonly LeadSource[], value: string): LeadSource => {
  const found = list.find((one) => one.value === value);
  if (found === undefined) throw new Error(`No source ${value}`);
  return found;
};

describe('lead sources', () => {
  test('are listed in full or only the showing ones, with set and Link ID [ADM-190] [ADM-201] [ADM-413] [ADM-442]', async () => {
    const all = await sources();
    expect(named(all.data, 'Website')).toEqual({
      id: 1,
      sourceId: 1,
      value: 'Website',
      linkId: '1001',
      isShowing: true,
      leadDistributionSet: { id: 1, title: 'Online' },
    });
    expect(named(all.data, 'Fax')).toMatchObject({ isShowing: false, leadDistributionSet: null });
    const offered = await sources('?show=true');
    expect(offered.data.map(({ value }) => value)).not.toContain('Fax');
    expect(
      (await sources('?distributed=true')).data.every((one) => one.leadDistributionSet !== null),
    ).toBe(true);
    expect((await admin.get('/setting/lead-sources?show=perhaps')).statusCode).toBe(400);
  });

  test('without a set are listed with their count [ADM-450] [ADM-442]', async () => {
    const loose = await sources('?distributed=false');
    expect(loose.data.map(({ value }) => value)).toEqual(['Cold call', 'Fax', 'Referral']);
    expect(loose.total).toBe(3);
  });

  test('can be shown, hidden, added, and given a Link ID [ADM-445] [ADM-201]', async () => {
    const { data, version } = await sources();
    const answer = await save(
      [
        { ...named(data, 'Fax'), isShowing: true, linkId: '123456789' },
        // As sent by a form.
        { value: ' Radio   spot ', linkId: '', isShowing: '1' },
      ],
      { version },
    );
    expect(answer.json()).toEqual({ message: 'Success!' });
    const after = await sources();
    expect(named(after.data, 'Fax')).toMatchObject({ isShowing: true, linkId: '123456789' });
    expect(named(after.data, 'Radio spot').isShowing).toBe(true);
    expect(after.version).toBe(version + 1);
    expect(after.lastUpdated).toMatchObject({ email: 'admin@demo.test', userName: 'Avery Quinn' });
    const setting = (await admin.get('/setting?name=LeadSource')).json();
    expect(setting).toMatchObject({ email: 'admin@demo.test', lastEdit: after.lastUpdated?.at });
  });

  test('can swap Link IDs but never share one [ADM-341]', async () => {
    const [one, other] = [
      named((await sources()).data, 'Website'),
      named((await sources()).data, 'Search ad'),
    ];
    const swapped = [
      { ...one, linkId: other.linkId },
      { ...other, linkId: one.linkId },
    ];
    expect((await save(swapped)).statusCode).toBe(200);
    expect(named((await sources()).data, 'Website').linkId).toBe('1002');
    const twice = await save([
      { ...one, linkId: '7' },
      { ...other, linkId: '7' },
    ]);
    expect(twice.statusCode).toBe(422);
    expect(twice.json().fields).toMatchObject({ 'leadSources.1.linkId': 'Not unique Link ID' });
    const stored = await save([{ ...one, linkId: '2001' }]);
    expect(stored.json().fields).toEqual({ 'leadSources.0.linkId': 'Not unique Link ID' });
    expect(
      (
        await save([
          { ...one, linkId: '' },
          { ...other, linkId: '' },
        ])
      ).statusCode,
    ).toBe(200);
  });

  test('accept a Link ID of at most nine digits [ADM-342]', async () => {
    const one = named((await sources()).data, 'Website');
    for (const linkId of ['12a', '1234567890', '-1']) {
      expect((await save([{ ...one, linkId }])).json().fields, linkId).toEqual({
        'leadSources.0.linkId': 'Only numbers are allowed, max size 9',
      });
    }
  });

  test('require at least one showing source and unique names [ADM-340]', async () => {
    const { data } = await sources();
    const none = await save(data.map((one) => ({ ...one, isShowing: false })));
    expect(none.json().fields).toEqual({ leadSources: 'At least one item must be selected' });
    const twice = await save([...data, { value: 'webSITE', linkId: '', isShowing: true }]);
    expect(twice.json().fields).toMatchObject({
      [`leadSources.${data.length}.value`]: 'This lead source is already on the list.',
    });
  });

  test('reject a stale save and name who changed what', async () => {
    const { data, version } = await sources();
    const support = { ...named(data, 'Podcast'), isShowing: false };
    await save([support, named(data, 'Website')], { version });
    const late = await save([{ ...named(data, 'Podcast'), linkId: '66' }, named(data, 'Website')], {
      version,
    });
    expect(late.statusCode).toBe(409);
    expect(late.json().message).toBe(
      'Avery Quinn changed this while you were editing. Podcast: showing → hidden. Nothing was saved.',
    );
    expect(named((await sources()).data, 'Podcast').linkId).toBe('');
  });
});

describe('first touches', () => {
  const saveTouches = (leadFirstTouch: readonly object[], more: object = {}) =>
    admin.post('/setting/lead-first-touch', { leadFirstTouch, ...more });

  test('are listed, shown, hidden, and added; duplicates are marked [ADM-202] [ADM-441] [ADM-444]', async () => {
    const { data, version } = await touches();
    const radio = data.find(({ value }) => value === 'Radio');
    expect(radio).toEqual({ id: 6, value: 'Radio', isShowing: false, double: false });
    const saved = await saveTouches(
      [
        { ...radio, isShowing: true },
        { value: 'radio', isShowing: true },
      ],
      { version },
    );
    expect(saved.json()).toEqual({ message: 'Success!' });
    const doubles = (await touches()).data
      .filter(({ double }: FirstTouch) => double)
      .map(({ value }) => value);
    expect(doubles.toSorted()).toEqual(['Radio', 'radio']);
    expect((await touches('?show=true')).data.every(({ isShowing }) => isShowing)).toBe(true);
    const late = await saveTouches([{ ...radio, isShowing: true }], { version });
    expect(late.json().message).toBe(
      'Avery Quinn changed this while you were editing. Radio: hidden → showing; radio: nothing → added. Nothing was saved.',
    );
  });

  test('require at least one selection [ADM-344]', async () => {
    const { data } = await touches();
    const none = await saveTouches(data.map((one) => ({ ...one, isShowing: false })));
    expect(none.json().fields).toEqual({ leadFirstTouch: 'At least one item must be selected' });
  });
});

test('Lead fields require manage-lead-fields access to read, and modify plus manage-settings modify to change [ADM-384] [ADM-382]', async () => {
  const change = async (client: TestClient) => {
    const [source] = (await sources()).data;
    return (await save([{ ...source, isShowing: true }], {}, client)).statusCode;
  };
  for (const email of ['mailer@demo.test', 'pro@demo.test']) {
    const client = await signedInAs(app, email);
    expect((await client.get('/setting/lead-sources')).statusCode, email).toBe(403);
    expect((await client.get('/setting/lead-first-touch')).statusCode, email).toBe(403);
    expect(await change(client), email).toBe(403);
  }
  const { pool } = app.deps.database;
  const grant = (resource: string, code: string) =>
    pool.query('insert into role_privileges (role_id, resource, code) values (3, $1, $2)', [
      resource,
      code,
    ]);
  const as = () => signedInAs(app, 'mailer@demo.test');
  await grant('manage-lead-fields', 'access');
  expect((await (await as()).get('/setting/lead-sources')).statusCode).toBe(200);
  expect(await change(await as())).toBe(403);
  await grant('manage-lead-fields', 'modify');
  expect(await change(await as())).toBe(403);
  await grant('manage-settings', 'modify');
  expect(await change(await as())).toBe(200);
  const support = await signedInAs(app, 'support@demo.test');
  expect((await sources('?show=true', support)).total).toBeGreaterThan(0);
  expect(await change(support)).toBe(403);
});
