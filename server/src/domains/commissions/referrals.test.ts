import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReferredFriend } from '@lintel/contract/commissions/report';
import {
  createTestApp,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../test/app.ts';

let app: TestApp;
let pro: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  pro = await signedInAs(app, 'pro@demo.test');
});
afterAll(() => app.close());

interface Friends {
  data: ReferredFriend[];
  total: number;
  bonus: number;
  earned: number;
}
const friends = async (query = ''): Promise<Friends> =>
  (await pro.get(`/contractor/101/referrals?${query}`)).json();

test('a contractor’s referral link needs no payload, is permanent, and is unique [ACC-407]', async () => {
  const answer = await pro.get('/contractor/101/refer');
  expect(answer.statusCode).toBe(200);
  const { referralUrl, ...rest } = answer.json<{ referralUrl: string }>();
  expect(rest).toEqual({});
  expect(referralUrl).toMatch(/^http:\/\/localhost:3000\/get-started\?ref=[0-9A-Z]{8}$/);
  expect((await pro.get('/contractor/101/refer')).json()).toEqual({ referralUrl });
  const brand = await signedInAs(app, 'brand@demo.test');
  expect(
    (await brand.get('/contractor/102/refer')).json<{ referralUrl: string }>().referralUrl,
  ).not.toBe(referralUrl);
});

test('a contractor sees their own friends, newest first, with what each earned them', async () => {
  const { data, total, bonus, earned } = await friends('limit=25');
  expect([total, bonus, earned]).toEqual([7, 200, 800]);
  const dates = data.map(({ signedUpAt }) => signedUpAt);
  expect(dates).toEqual(dates.toSorted().toReversed());
  const by = (id: number) => data.find((one) => one.id === id);
  expect(new Set(data.filter(({ state }) => state === 'earned').map(({ id }) => id))).toEqual(
    new Set([211, 226, 251, 256]),
  );
  expect(by(216)).toMatchObject({ state: 'waiting', bonus: 200 });
  expect(Date.parse(by(216)?.earnedAt ?? '')).toBeGreaterThan(app.clock.now().getTime());
  expect(by(204)).toMatchObject({ state: 'ended', earnedAt: null });
  expect(by(202)).toMatchObject({ state: 'signed_up', earnedAt: null });
  expect(Object.keys(data[0] ?? {}).toSorted()).toEqual([
    'bonus',
    'companyName',
    'earnedAt',
    'id',
    'signedUpAt',
    'state',
  ]);
});

test('the friends are paged by 10 or 25', async () => {
  const [first] = (await friends('limit=25')).data;
  expect((await friends()).data).toHaveLength(7);
  expect((await friends('page=2')).data).toEqual([]);
  expect((await friends('page=1')).data[0]).toEqual(first);
  expect((await pro.get('/contractor/101/referrals?limit=7')).statusCode).toBe(400);
});

test("another contractor's link and friends are closed, and so is Refer a Friend without access", async () => {
  const brand = await signedInAs(app, 'brand@demo.test');
  const team = await signedInAs(app, 'team@demo.test');
  const admin = await signedInAs(app, 'admin@demo.test');
  for (const path of ['/contractor/101/refer', '/contractor/101/referrals']) {
    expect((await visitor(app).get(path)).statusCode).toBe(401);
    expect((await brand.get(path)).statusCode).toBe(404);
    expect((await team.get(path)).statusCode).toBe(403);
    expect((await admin.get(path)).statusCode).toBe(404);
  }
  for (const id of ['0', '-1', 'x', '99999999999'])
    expect((await pro.get(`/contractor/${id}/refer`)).statusCode).toBe(400);
});
