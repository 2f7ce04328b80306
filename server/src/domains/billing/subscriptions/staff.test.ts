import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../../test/app.ts';
import { auditLog } from '../../../platform/tables.ts';
import { readBalance } from '../payments/ledger.ts';
import { payments } from '../payments/tables.ts';
import { subscriptions } from './tables.ts';

let app: TestApp;
let admin: TestClient;
let support: TestClient;
let owner: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  admin = await signedInAs(app, 'admin@demo.test');
  support = await signedInAs(app, 'support@demo.test');
  owner = await signedInAs(app, 'brand@demo.test');
});
afterAll(() => app.close());

const db = () => app.deps.database.db;
const paymentsOf = (contractorId: number) =>
  db()
    .select()
    .from(payments)
    .where(eq(payments.contractorId, contractorId))
    .orderBy(desc(payments.id));
const subscriptionOf = async (contractorId: number) =>
  (
    await db()
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.contractorId, contractorId))
      .orderBy(desc(subscriptions.id))
  )[0];
const lastAudit = async (action: string) =>
  (
    await db().select().from(auditLog).where(eq(auditLog.action, action)).orderBy(desc(auditLog.id))
  )[0];
const withKey = (key: string) => ({ headers: { 'idempotency-key': key } });

test('staff refund part of a payment; repeating the call refunds nothing more', async () => {
  const [payment] = await paymentsOf(102);
  const before = await readBalance(db(), 102, 'subscription');
  const refund = () =>
    admin.post(
      `/payment/${payment!.id}/refund`,
      { amount: '25.50', reason: 'Goodwill' },
      withKey('refund-1'),
    );
  const answer = await refund();
  expect(answer.json()).toMatchObject({
    message: 'The payment was refunded.',
    status: 'succeeded',
    refundedAmount: 25.5,
  });
  expect((await refund()).json()).toEqual(answer.json());
  expect(await readBalance(db(), 102, 'subscription')).toBe(before - 2550);
  expect(await lastAudit('payment.refunded')).toMatchObject({
    actorId: 1,
    contractorId: 102,
    entityId: String(payment!.id),
    details: { amount: 25.5, reason: 'Goodwill' },
  });
  const tooMuch = await admin.post(`/payment/${payment!.id}/refund`, {
    amount: 99_999,
    reason: 'x',
  });
  expect(tooMuch.statusCode).toBe(422);
  expect(tooMuch.json().fields.amount).toBe('You can refund up to $173.50 of this payment.');
  const wrong = await admin.post(`/payment/${payment!.id}/refund`, { amount: '0', reason: '' });
  expect(wrong.json().fields).toEqual({
    amount: 'Please enter an amount above zero.',
    reason: 'This field is required.',
  });
  expect((await admin.post('/payment/999999/refund', { amount: 1, reason: 'x' })).statusCode).toBe(
    404,
  );
});

test('staff schedule a subscription to end with its year', async () => {
  const answer = await admin.post('/subscription/102/cancel', { atTermEnd: '1' });
  expect(answer.json()).toEqual({ message: 'The subscription will end with its current year' });
  expect(await subscriptionOf(102)).toMatchObject({ state: 'active', cancelAtTermEnd: true });
  expect(await lastAudit('subscription.end-set')).toMatchObject({ actorId: 1, contractorId: 102 });
});

test('staff who reopen within the paid period see its end, and nothing is charged', async () => {
  const payment = (await paymentsOf(103)).find(({ state }) => state === 'Succeeded');
  await admin.post('/subscription/103/cancel', { atTermEnd: '0' });
  const foreseen = { paidUntil: payment!.periodEnd.toISOString(), resumes: true };
  expect((await admin.get('/subscription/103/reopening')).json()).toEqual(foreseen);
  expect((await support.get('/subscription/103/reopening')).json()).toEqual(foreseen);
  expect((await owner.get('/subscription/103/reopening')).statusCode).toBe(403);
  expect((await admin.get('/subscription/999999/reopening')).statusCode).toBe(404);
  const { message } = (await admin.post('/subscription/103/reopen', {})).json();
  expect(message).toMatch(
    /^The subscription continues\. It’s paid until \w+ \d+, \d{4}, and nothing is charged before that day\.$/,
  );
  expect(await subscriptionOf(103)).toMatchObject({
    state: 'active',
    nextBillingAt: payment!.periodEnd,
  });
  expect(await lastAudit('subscription.resumed')).toMatchObject({ actorId: 1, contractorId: 103 });
  expect((await admin.get('/subscription/103/reopening')).json()).toEqual({
    paidUntil: null,
    resumes: false,
  });
});

test('staff cancel and reopen a subscription after its paid period; the contractor then owes the first installment', async () => {
  await db()
    .update(payments)
    .set({ periodEnd: app.clock.now() })
    .where(eq(payments.contractorId, 103));
  expect((await admin.post('/subscription/103/cancel', { atTermEnd: '0' })).json()).toEqual({
    message: 'The subscription was canceled',
  });
  expect(await subscriptionOf(103)).toMatchObject({ state: 'canceled' });
  expect((await owner.get('/contractor/103/subscription')).statusCode).toBe(404);
  expect((await admin.post('/subscription/103/reopen', {})).json()).toEqual({
    message: 'The subscription was reopened',
  });
  expect(await subscriptionOf(103)).toMatchObject({ state: 'pending' });
  const concierge = await signedInAs(app, 'concierge@demo.test');
  const owed = (await concierge.get('/payment-failed')).json();
  expect(owed.data).toMatchObject([
    {
      amount: 897,
      failureMessage: 'Your account was reopened. Please make this payment to use it again.',
    },
  ]);
  const paid = await concierge.post(`/invoice/${owed.data[0].id}`, {});
  expect(paid.statusCode).toBe(200);
  expect(await subscriptionOf(103)).toMatchObject({ state: 'active' });
  expect((await admin.post('/subscription/103/reopen', {})).statusCode).toBe(409);
  expect((await admin.post('/subscription/999999/cancel', { atTermEnd: '0' })).statusCode).toBe(
    404,
  );
  expect(await lastAudit('subscription.reopened')).toMatchObject({ actorId: 1, contractorId: 103 });
});

test("a contractor's ledger is paged, with its balances", async () => {
  const ledger = (await support.get('/contractor/101/ledger?limit=10')).json();
  expect(ledger.data).toHaveLength(10);
  expect(ledger.total).toBeGreaterThan(10);
  expect(ledger.balances.subscription).toBe((await readBalance(db(), 101, 'subscription')) / 100);
  expect(ledger.balances.earnings).toBe((await readBalance(db(), 101, 'earnings')) / 100);
  const next = (await support.get('/contractor/101/ledger?limit=10&page=2')).json();
  expect(next.data[0].id).toBeLessThan(ledger.data.at(-1).id);
  expect((await support.get('/contractor/999999/ledger')).statusCode).toBe(404);
});

test('nightly and manual reconciliations are listed, newest first', async () => {
  const run = await admin.post('/reconciliation', { days: '400' });
  expect(run.json()).toMatchObject({
    message: 'The books and the payment provider agree',
    reconciliation: { differences: [], userId: 1 },
  });
  const nightly = app.composed.schedules.find(
    ({ handler }) => handler.job.id === 'billing.reconcile',
  );
  await nightly!.handler.run({});
  const { data, total } = (await admin.get('/reconciliation')).json();
  expect(total).toBe(2);
  expect(data).toMatchObject([{ userId: null }, { userId: 1, id: run.json().reconciliation.id }]);
  expect((await admin.post('/reconciliation', { days: 0 })).json().fields).toEqual({
    days: 'Please enter at least 1 day.',
  });
});

test('owners can’t use staff endpoints, and staff without plan_modify can’t change money', async () => {
  const changing = [
    '/subscription/102/cancel',
    '/subscription/102/reopen',
    '/payment/1000/refund',
    '/reconciliation',
  ];
  for (const client of [owner, support]) {
    for (const path of changing) expect((await client.post(path, {})).statusCode).toBe(403);
    expect((await client.get('/reconciliation')).statusCode).toBe(403);
  }
  expect((await owner.get('/contractor/102/ledger')).statusCode).toBe(403);
  expect(await subscriptionOf(102)).toMatchObject({ state: 'active' });
});
