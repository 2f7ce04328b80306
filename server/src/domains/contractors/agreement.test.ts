import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setting } from '@lintel/contract/core/settings';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../test/app.ts';

let app: TestApp;
let admin: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  admin = await signedInAs(app, 'admin@demo.test');
});
afterAll(() => app.close());

const paramName = 'ServiceAgreementDate';
const read = async (by = admin) => (await by.get(`/setting?name=${paramName}`)).json();
const update = async (change: object = {}, by = admin) =>
  by.post(`/setting/${(await read()).paramId}`, { paramName, ...change });
const effect = async () => (await admin.get('/setting/service-agreement/effect')).json();
const asked = async (email: string): Promise<boolean> => {
  const owner = await signedInAs(app, email);
  return (await owner.get('/user')).json().needConfirmProviderAgreement;
};

describe('the service agreement date', () => {
  test('is a setting with a name, an id, a value, and its last editor [ADM-205] [ADM-206] [ADM-440] [ADM-456] [MKT-229]', async () => {
    expect(Object.keys(setting.parse(await read())).toSorted()).toEqual(
      ['email', 'lastEdit', 'paramId', 'paramName', 'paramVal', 'userId', 'userName'].toSorted(),
    );
    expect(await read()).toMatchObject({
      paramName,
      paramId: expect.any(Number),
      userId: null,
      lastEdit: null,
    });
    for (const name of [
      paramName,
      'FlyerTemplate',
      'LeadSource',
      'LeadFirstTouch',
      'LeadDistribution',
    ]) {
      expect((await admin.get(`/setting?name=${name}`)).json().paramName).toBe(name);
    }
    expect((await admin.get('/setting?name=MultipleUsers')).statusCode).toBe(400);
  });

  test('is updated by its paramId to now, and contractors must accept again [ADM-451] [ADM-457]', async () => {
    expect(await asked('pro@demo.test')).toBe(false);
    const before = await effect();
    expect(before.accepted).toBeGreaterThan(0);
    app.clock.pass(60);
    const answer = await update();
    expect(answer.json()).toMatchObject({
      message: 'Service agreement date is update',
      setting: { userId: 1, email: 'admin@demo.test' },
    });
    expect((await read()).paramVal).toBe(app.clock.now().toISOString());
    expect(await asked('pro@demo.test')).toBe(true);
    expect(await effect()).toEqual({ accepted: 0, waiting: before.accepted + before.waiting });
    const owner = await signedInAs(app, 'pro@demo.test');
    app.clock.pass(1);
    await owner.post('/confirmProviderAgreement');
    expect(await effect()).toEqual({ accepted: 1, waiting: before.accepted + before.waiting - 1 });
  });

  test('is also updated by a multipart body, to a chosen time [ADM-452]', async () => {
    const { paramId } = await read();
    const sent = await admin.send(`/setting/${paramId}`, {
      id: String(paramId),
      paramName,
      paramVal: '2026-01-05T09:00:00.000Z',
    });
    expect(sent.statusCode).toBe(200);
    expect((await read()).paramVal).toBe('2026-01-05T09:00:00.000Z');
  });

  test('is identified by its paramId alone [ADM-451] [ADM-457]', async () => {
    const { paramId } = await read();
    const sent = await admin.post(`/setting/${paramId}`, { paramVal: '2026-01-06T09:00:00.000Z' });
    expect(sent.json()).toMatchObject({
      message: 'Service agreement date is update',
      setting: { paramName },
    });
    expect((await read()).paramVal).toBe('2026-01-06T09:00:00.000Z');
    expect((await admin.post(`/setting/${paramId}`, { paramVal: 'soon' })).json().fields).toEqual({
      paramVal: 'Please enter a date and a time.',
    });
    expect((await admin.post('/setting/99999', {})).statusCode).toBe(404);
  });

  test('rejects future dates and other text', async () => {
    const tomorrow = new Date(app.clock.now().getTime() + 86_400_000).toISOString();
    expect((await update({ paramVal: tomorrow })).json().fields).toEqual({
      paramVal: 'The date cannot be in the future.',
    });
    expect((await update({ paramVal: 'soon' })).json().fields).toEqual({
      paramVal: 'Please enter a date and a time.',
    });
    expect((await admin.post('/setting/99999', { paramName })).statusCode).toBe(404);
  });

  test('rejects a stale save with a conflict', async () => {
    const { lastEdit } = await read();
    app.clock.pass(5);
    expect((await update({ lastEdit })).statusCode).toBe(200);
    const late = await update({ lastEdit });
    expect(late.statusCode).toBe(409);
    expect(late.json().message).toContain('changed this while you were editing');
  });

  test('is set under the id 0 the first time', async () => {
    const { pool } = app.deps.database;
    await pool.query("delete from settings where name = 'ServiceAgreementDate'");
    expect(await read()).toMatchObject({ paramId: 0, paramVal: '' });
    expect((await update({ lastEdit: '' })).statusCode).toBe(200);
    expect((await read()).paramVal).toBe(app.clock.now().toISOString());
  });

  test('is recorded in the audit log', async () => {
    const { paramVal: from } = await read();
    app.clock.pass(5);
    await update();
    const { rows } = await app.deps.database.pool.query(
      "select actor_id, details from audit_log where action = 'setting.updated' order by id desc limit 1",
    );
    expect(rows).toEqual([
      { actor_id: 1, details: { name: paramName, from, to: app.clock.now().toISOString() } },
    ]);
  });
});

test('Updating the agreement requires manage-settings modify and the privilege for rules [ADM-379]', async () => {
  const { pool } = app.deps.database;
  const statuses = async (email: string) => {
    const by = await signedInAs(app, email);
    const reading = (await by.get(`/setting?name=${paramName}`)).statusCode;
    return [
      reading,
      (await by.get('/setting/service-agreement/effect')).statusCode,
      (await update({}, by)).statusCode,
    ];
  };
  expect(await statuses('support@demo.test')).toEqual([403, 403, 403]);
  expect(await statuses('pro@demo.test')).toEqual([403, 403, 403]);
  await pool.query(
    "insert into role_privileges (role_id, resource, code) values (2, 'manage-settings', 'access')",
  );
  expect(await statuses('support@demo.test')).toEqual([200, 403, 403]);
  await pool.query(
    "insert into role_privileges (role_id, resource, code) values (2, 'manage-rules', 'modify')",
  );
  expect(await statuses('support@demo.test')).toEqual([200, 403, 403]);
  await pool.query(
    "insert into role_privileges (role_id, resource, code) values (2, 'manage-settings', 'modify')",
  );
  expect(await statuses('support@demo.test')).toEqual([200, 200, 200]);
});
