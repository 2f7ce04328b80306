import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, signedInAs, type TestApp } from '../../../test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test("stores each account's preferences separately", async () => {
  const pro = await signedInAs(app, 'pro@demo.test');
  const brand = await signedInAs(app, 'brand@demo.test');
  expect((await pro.get('/user/preferences')).json()).toEqual({ data: {} });
  const columns = { key: 'report-columns', value: ['requestedAmount', 'stage'] };
  expect((await pro.post('/user/preferences', columns)).statusCode).toBe(200);
  await pro.post('/user/preferences', { key: 'first-steps', value: ['flyer'] });
  const data = { 'report-columns': ['requestedAmount', 'stage'], 'first-steps': ['flyer'] };
  expect((await pro.get('/user/preferences')).json()).toEqual({ data });
  expect((await brand.get('/user/preferences')).json()).toEqual({ data: {} });
  await pro.post('/user/preferences', { key: 'first-steps', value: null });
  expect((await pro.get('/user/preferences')).json().data).not.toHaveProperty('first-steps');
});

test('accepts only known keys and valid values', async () => {
  const pro = await signedInAs(app, 'pro@demo.test');
  for (const body of [
    { key: 'anything', value: ['x'] },
    { key: 'report-columns', value: ['password'] },
    { key: 'first-steps', value: Array(5).fill('flyer') },
    { key: 'report-columns', value: 'requestedAmount' },
  ])
    expect((await pro.post('/user/preferences', body)).statusCode).toBe(422);
});

test("staff viewing a contractor keep their own preferences, not the contractor's", async () => {
  const admin = await signedInAs(app, 'admin@demo.test');
  await admin.switchInto(12);
  await admin.post('/user/preferences', { key: 'first-steps', value: ['logo'] });
  const brand = await signedInAs(app, 'brand@demo.test');
  expect((await brand.get('/user/preferences')).json()).toEqual({ data: {} });
});

test('omits a stored preference that a release no longer supports', async () => {
  const pro = await signedInAs(app, 'pro@demo.test');
  await app.deps.database.pool.query(
    `insert into account_preferences (user_id, key, value, saved_at)
     select id, 'first-steps', '["gone"]', now() from users where email = 'pro@demo.test'
     on conflict (user_id, key) do update set value = excluded.value`,
  );
  expect((await pro.get('/user/preferences')).json().data).not.toHaveProperty('first-steps');
});
