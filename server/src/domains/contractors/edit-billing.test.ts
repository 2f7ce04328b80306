import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../test/app.ts';

let app: TestApp;
let admin: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  admin = await signedInAs(app, 'admin@demo.test');
});
afterAll(() => app.close());

const now = { when: 'now', refund: 0, reason: 'Sold the company' };
const edit = (id: number, change: object) =>
  admin.post(`/manage/contractor/${id}`, { isManage: true, ...change });
const subscriptions = async (contractorId: number) => {
  const { rows } = await app.deps.database.db.execute<{
    state: string;
    price_cents: string;
    plan_id: number;
  }>(
    sql`select state, price_cents, plan_id from subscriptions where contractor_id = ${contractorId} order by id`,
  );
  return rows.map(({ state, price_cents: price, plan_id: planId }) => ({
    state,
    price: Number(price),
    planId,
  }));
};

test('a plan change keeps the price of the running year', async () => {
  const before = await subscriptions(102);
  expect(before.at(-1)).toMatchObject({ state: 'active' });
  expect((await edit(102, { plan: 5 })).json().contractor).toMatchObject({ plan: { id: 5 } });
  expect(await subscriptions(102)).toEqual(before);
});

test('Canceled ends the subscription, and the owner keeps Billing and Personal Info', async () => {
  expect((await edit(102, { paymentStatus: 'Canceled', cancellation: now })).statusCode).toBe(200);
  expect((await subscriptions(102)).map(({ state }) => state)).not.toContain('active');
  const owner = await signedInAs(app, 'brand@demo.test');
  const { privileges } = (await owner.get('/user')).json();
  const open = new Set(privileges.map(({ resource }: { resource: string }) => resource));
  expect(open).toEqual(new Set(['card-payments', 'customers', 'documents', 'personal-info']));
});

test('Renewed restarts the subscription at the plan’s current price, pending payment', async () => {
  expect((await edit(102, { paymentStatus: 'Renewed' })).json().contractor).toMatchObject({
    paymentStatus: 'Renewed',
  });
  const latest = (await subscriptions(102)).at(-1);
  const { rows } = await app.deps.database.db.execute<{ price_cents: string }>(
    sql`select price_cents from plans where id = 5`,
  );
  expect(latest).toEqual({ state: 'pending', planId: 5, price: Number(rows[0]?.price_cents) });
});

test('Renewed within the paid period continues the subscription, and the contractor is Paid', async () => {
  const before = await subscriptions(103);
  await edit(103, { paymentStatus: 'Canceled', cancellation: now });
  expect((await edit(103, { paymentStatus: 'Renewed' })).json().contractor).toMatchObject({
    paymentStatus: 'Paid',
  });
  expect(await subscriptions(103)).toEqual(before);
});

test('a canceled contractor without a plan can be reopened only after choosing one', async () => {
  await app.deps.database.db.execute(
    sql`update contractors set plan_id = null, payment_status = 'Canceled' where id = 220`,
  );
  const refused = await edit(220, { paymentStatus: 'Renewed' });
  expect(refused.json()).toMatchObject({
    error: 'conflict',
    message: expect.stringContaining('plan'),
  });
  expect((await edit(220, { paymentStatus: 'Renewed', plan: 3 })).statusCode).toBe(200);
});
