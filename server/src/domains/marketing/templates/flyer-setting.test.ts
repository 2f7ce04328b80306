import { afterAll, beforeAll, expect, test } from 'vitest';
import { setting } from '@lintel/contract/core/settings';
import { flyerSetting } from '@lintel/contract/marketing/flyer-setting';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../../test/app.ts';

let app: TestApp;
let admin: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  admin = await signedInAs(app, 'admin@demo.test');
});
afterAll(() => app.close());

const read = async (name = 'FlyerTemplate') => (await admin.get(`/setting?name=${name}`)).json();
const valueOf = async () => flyerSetting.parse(JSON.parse((await read()).paramVal));
const update = async (change: object, client = admin) =>
  client.post(`/setting/${(await read()).paramId}`, { paramName: 'FlyerTemplate', ...change });

test('each of the five settings can be read, even if never set', async () => {
  for (const name of [
    'ServiceAgreementDate',
    'FlyerTemplate',
    'LeadSource',
    'LeadFirstTouch',
    'LeadDistribution',
  ]) {
    expect(setting.parse(await read(name)).paramName).toBe(name);
  }
  expect((await admin.get('/setting?name=CommissionRates')).statusCode).toBe(400);
});

test('the flyer setting contains the demo data, with the product as the initial author [ADM-207] [ADM-208]', async () => {
  const value = await valueOf();
  expect(value).toMatchObject({ contractorId: null, templateId: 1 });
  const { demoData, flyerTemplate, socialMediaImageTemplates } = value.lastUpdated;
  expect(demoData).toEqual({ userName: 'Built in', date: expect.any(String) });
  const idsAt = async (path: string): Promise<string[]> =>
    (await admin.get(path)).json<{ data: { id: number }[] }>().data.map(({ id }) => String(id));
  expect(Object.keys(flyerTemplate)).toEqual(await idsAt('/manage/flyer-templates'));
  expect(Object.keys(socialMediaImageTemplates)).toEqual(
    await idsAt('/social-media-image-templates'),
  );
  for (const change of [
    ...Object.values(flyerTemplate),
    ...Object.values(socialMediaImageTemplates),
  ])
    expect(change).toEqual(demoData);
  expect(JSON.parse(value.demoData)).toHaveProperty('company.name');
});

test('staff can choose the template or change the demo data, as JSON, form, or multipart [ADM-461] [ADM-208]', async () => {
  const { paramId } = await read();
  expect((await update({ id: paramId, templateId: 2 })).json()).toMatchObject({
    message: 'Update successful!',
  });
  const form = new URLSearchParams({
    id: String(paramId),
    paramName: 'FlyerTemplate',
    demoData: '{"company": {"name": "A"}}',
  });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  expect(
    (await admin.call('POST', `/setting/${paramId}`, { payload: form.toString(), headers }))
      .statusCode,
  ).toBe(200);
  expect(await valueOf()).toMatchObject({ templateId: 2, demoData: '{"company": {"name": "A"}}' });
  const sent = await admin.send(`/setting/${paramId}`, {
    paramName: 'FlyerTemplate',
    demoData: '{"a": 1}',
  });
  expect(sent.statusCode).toBe(200);
  const { lastUpdated, demoData } = await valueOf();
  expect(demoData).toBe('{"a": 1}');
  const { userName, email, userId } = await read();
  expect([userId, email]).toEqual([1, 'admin@demo.test']);
  expect(lastUpdated.demoData).toEqual({ userName, date: expect.any(String) });
});

test('demo data is required and must be a JSON object [ADM-358] [ADM-359]', async () => {
  for (const demoData of ['{', 'null', '[1]', '"text"']) {
    expect((await update({ demoData })).json().fields, demoData).toEqual({
      demoData: 'Please input a valid json',
    });
  }
  expect((await update({ demoData: ' ' })).json().fields.demoData).toBe('This field is required.');
  expect((await update({})).json().fields).toEqual({ demoData: 'This field is required.' });
});

test("rejects an unknown template or one that isn't a flyer", async () => {
  for (const templateId of [99, 100]) {
    expect((await update({ templateId })).json().fields).toEqual({
      templateId: 'This template does not exist.',
    });
  }
});

test('the other settings are rejected with the reason, and an unknown setting is not found', async () => {
  const { paramId } = await read();
  const other = await admin.post(`/setting/${paramId}`, {
    paramName: 'LeadSource',
    paramVal: '[]',
  });
  expect(other.statusCode).toBe(422);
  expect(other.json().fields).toEqual({ paramName: 'This setting cannot be changed here.' });
  expect(
    (await admin.post('/setting/99999', { paramName: 'FlyerTemplate', templateId: 1 })).statusCode,
  ).toBe(404);
});

test('changing the demo data requires manage-settings modify, reading it access [ADM-380]', async () => {
  for (const email of ['support@demo.test', 'pro@demo.test']) {
    const client = await signedInAs(app, email);
    expect((await update({ demoData: '{}' }, client)).statusCode, email).toBe(403);
    expect((await client.get('/setting?name=FlyerTemplate')).statusCode, email).toBe(403);
  }
  const { pool } = app.deps.database;
  await pool.query(
    "insert into role_privileges (role_id, resource, code) values (2, 'manage-settings', 'access')",
  );
  const reader = await signedInAs(app, 'support@demo.test');
  expect((await reader.get('/setting?name=FlyerTemplate')).statusCode).toBe(200);
  expect((await update({ demoData: '{}' }, reader)).statusCode).toBe(403);
});

test('a change is audited', async () => {
  await update({ templateId: 3 });
  const { rows } = await app.deps.database.pool.query(
    "select actor_id, details from audit_log where action = 'setting.updated' order by id desc limit 1",
  );
  expect(rows).toEqual([
    { actor_id: 1, details: { name: 'FlyerTemplate', templateId: 3, demoData: false } },
  ]);
});
