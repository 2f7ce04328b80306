import { afterAll, beforeAll, expect, test } from 'vitest';
import { visitMinutes } from '@lintel/contract/identity/visit-constants';
import type { StaffVisit } from '@lintel/contract/identity/visits';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../../test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const visits = async (
  client: TestClient,
  contractorId: number,
): Promise<{ data: StaffVisit[]; total: number }> =>
  (await client.get(`/contractor/${contractorId}/staff-visits`)).json();
const enter = async (userId: number, reason = ''): Promise<TestClient> => {
  const client = await signedInAs(app, 'admin@demo.test');
  await client.post(`/user/${userId}/switch`, { reason });
  client.switchedInto = userId;
  return client;
};

test('a contractor can read which staff accessed the account, why, and when', async () => {
  const staff = await enter(12, 'Asked for help with the page');
  const owner = await signedInAs(app, 'brand@demo.test');
  const startedAt = app.clock.now().toISOString();
  expect(await visits(owner, 102)).toEqual({
    data: [
      {
        id: expect.any(Number),
        staff: 'Avery Quinn',
        account: 'Brandon Okafor',
        reason: 'Asked for help with the page',
        startedAt,
        endedAt: null,
      },
    ],
    total: 1,
  });
  app.clock.pass(120);
  await staff.post('/user/switch-back');
  expect((await visits(owner, 102)).data[0]).toMatchObject({
    startedAt,
    endedAt: app.clock.now().toISOString(),
  });
});

test('a switch ends automatically after 30 minutes, on the server as well', async () => {
  expect(visitMinutes).toBe(30);
  const staff = await enter(12);
  const startedAt = app.clock.now();
  expect((await staff.get('/user')).json()).toMatchObject({
    switched: true,
    switchedSecondsLeft: 1800,
  });
  app.clock.pass(14 * 60);
  await staff.post('/refresh');
  app.clock.pass(10 * 60);
  await staff.post('/refresh');
  expect((await staff.get('/user')).json()).toMatchObject({
    switched: true,
    switchedSecondsLeft: 360,
  });
  expect((await staff.get('/contractor/102/page')).statusCode).toBe(200);
  app.clock.pass(6 * 60);
  expect((await staff.get('/contractor/102/page')).json()).toMatchObject({
    error: 'access_denied',
  });
  staff.switchedInto = null;
  expect((await staff.get('/contractor/102/page?userId=12')).statusCode).toBe(404);
  expect((await staff.get('/user')).json()).toMatchObject({
    switched: false,
    switchedSecondsLeft: null,
    user: { id: 1 },
  });
  app.clock.pass(3600);
  await staff.post('/refresh');
  await staff.post('/user/switch-back');
  const owner = await signedInAs(app, 'brand@demo.test');
  const endedAt = new Date(startedAt.getTime() + 30 * 60_000).toISOString();
  expect((await visits(owner, 102)).data[0]).toMatchObject({
    startedAt: startedAt.toISOString(),
    endedAt,
  });
});

test('switching to another account ends the first visit, and so does signing out', async () => {
  const staff = await enter(13);
  app.clock.pass(60);
  const between = app.clock.now().toISOString();
  await staff.post('/user/14/switch', {});
  staff.switchedInto = 14;
  app.clock.pass(60);
  const signedOut = app.clock.now().toISOString();
  await staff.get('/logout');
  app.clock.pass(60);
  expect((await visits(await signedInAs(app, 'concierge@demo.test'), 103)).data[0]).toMatchObject({
    endedAt: between,
  });
  expect((await visits(await signedInAs(app, 'free@demo.test'), 104)).data[0]).toMatchObject({
    endedAt: signedOut,
  });
});

test("another contractor's visits are not found, and a Limited team user can't read any", async () => {
  const owner = await signedInAs(app, 'brand@demo.test');
  expect((await owner.get('/contractor/101/staff-visits')).statusCode).toBe(404);
  const limited = await signedInAs(app, 'team@demo.test');
  expect((await limited.get('/contractor/101/staff-visits')).statusCode).toBe(403);
});

test('a visit that failed to begin leaves the session unchanged', async () => {
  const staff = await enter(12);
  expect((await staff.post('/user/2/switch', {})).statusCode).toBe(404);
  expect((await staff.get('/user')).json()).toMatchObject({ switched: true, user: { id: 12 } });
});

test("switched staff can't set the password of the account", async () => {
  const staff = await enter(12);
  expect(
    (await staff.post('/user/12/update-password', { password: 'Other-pass1' })).json().error,
  ).toBe('access_denied');
});
