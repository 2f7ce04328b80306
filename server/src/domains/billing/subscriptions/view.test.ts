import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { createTestApp, signedInAs, type TestApp } from '../../../../test/app.ts';
import {
  beginSubscription,
  cardOf,
  numbers,
  ownerOfNewContractor,
  type Owner,
} from '../../../../test/billing-screen.ts';
import { contractors } from '../../contractors/tables.ts';
import { users } from '../../identity/tables.ts';
import { subscriptions } from './tables.ts';
import { plans } from '../plans/tables.ts';

let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  owner = await ownerOfNewContractor(app);
});
afterAll(() => app.close());

const db = () => app.deps.database.db;
const path = () => `/contractor/${owner.contractorId}/subscription`;
const read = async () => (await owner.client.get(path())).json();
const end = (value: boolean, id = owner.contractorId) =>
  owner.client.post(`/contractor/${id}/subscription/end`, { end: value });
const payFirst = async (planId = 3): Promise<void> => {
  await owner.client.post(`/user/${owner.userId}/card?mode=create`, cardOf(numbers.good));
  const { paymentId } = await beginSubscription(app, owner.contractorId, planId);
  await owner.client.post(`/invoice/${paymentId}`, {});
};
const monthsOn = (from: string, months: number): string => {
  const at = new Date(from);
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1))
    .toISOString()
    .slice(0, 7);
};

test('a contractor without a subscription gets an empty answer', async () => {
  expect(await read()).toEqual({ id: null });
});

test('a contractor sees the paid period, the next payment, and the renewal date', async () => {
  await payFirst();
  const view = await read();
  expect(view).toMatchObject({
    state: 'active',
    planName: 'Pro',
    price: 1188,
    installments: 12,
    cancelAtTermEnd: false,
  });
  expect([view.nextPayment.amount, view.nextPayment.date.slice(0, 7)]).toEqual([
    99,
    monthsOn(view.termStart, 1),
  ]);
  expect(view.renewal).toEqual({ date: view.termEnd, amount: 1188 });
});

/** The year ends in forty days: the clock e-mails the contractor about a changed price. */
async function tellInTime(): Promise<string> {
  const termEnd = new Date(app.clock.now().getTime() + 40 * 86_400_000);
  await db()
    .update(subscriptions)
    .set({ termEnd })
    .where(eq(subscriptions.contractorId, owner.contractorId));
  await app.composed.schedules
    .find(({ handler }) => handler.job.id === 'billing.renewals')
    ?.handler.run({});
  await app.work();
  return termEnd.toISOString();
}

test('after the last installment of a year, the next payment is the first of the next one, at the announced price', async () => {
  await payFirst();
  await db().update(plans).set({ priceCents: 120_005 }).where(eq(plans.id, 3));
  const untold = await read();
  const termEnd = await tellInTime();
  await db()
    .update(subscriptions)
    .set({ installmentsBilled: 12, nextBillingAt: new Date(termEnd) })
    .where(eq(subscriptions.contractorId, owner.contractorId));
  const view = await read();
  await db().update(plans).set({ priceCents: 118_800 }).where(eq(plans.id, 3));
  expect(untold.renewal).toMatchObject({ amount: 1188 });
  expect(view.nextPayment).toEqual({ date: termEnd, amount: 100.05 });
  expect(view.renewal).toEqual({ date: termEnd, amount: 1200.05 });
});

test('a contractor moved to another plan by staff sees its announced cost, and pays for the current plan until then', async () => {
  await payFirst();
  const before = await read();
  await db().update(contractors).set({ planId: 4 }).where(eq(contractors.id, owner.contractorId));
  expect(await read()).toEqual(before);
  const termEnd = await tellInTime();
  expect(await read()).toEqual({ ...before, termEnd, renewal: { date: termEnd, amount: 2388 } });
  const last = { installmentsBilled: 12, nextBillingAt: new Date(termEnd) };
  await db()
    .update(subscriptions)
    .set(last)
    .where(eq(subscriptions.contractorId, owner.contractorId));
  expect((await read()).nextPayment).toEqual({ date: termEnd, amount: 199 });
});

test('before the first payment nothing is due automatically', async () => {
  await beginSubscription(app, owner.contractorId);
  expect(await read()).toMatchObject({ state: 'pending', nextPayment: null, renewal: null });
});

test('a free plan has nothing due', async () => {
  await beginSubscription(app, owner.contractorId, 1);
  expect(await read()).toMatchObject({
    state: 'active',
    price: 0,
    nextPayment: null,
    renewal: null,
  });
});

test('a contractor schedules it to end with its year, and undoes that', async () => {
  await payFirst();
  expect((await end(true)).json()).toEqual({
    message: 'Your subscription will end with the current year',
  });
  expect(await read()).toMatchObject({
    cancelAtTermEnd: true,
    renewal: null,
    nextPayment: { amount: 99 },
  });
  expect((await end(false)).json()).toEqual({ message: 'Your subscription continues' });
  expect(await read()).toMatchObject({ cancelAtTermEnd: false, renewal: { amount: 1188 } });
});

test('another contractor’s subscription can’t be viewed or ended', async () => {
  await payFirst();
  const pro = await signedInAs(app, 'pro@demo.test');
  expect((await pro.get(path())).statusCode).toBe(404);
  expect((await pro.post(`${path()}/end`, { end: true })).statusCode).toBe(404);
  expect(await read()).toMatchObject({ cancelAtTermEnd: false });
});

test('a team user with Limited access to Billing can view it but not end it', async () => {
  await payFirst();
  const access = { contractorId: owner.contractorId, teamResources: ['card-payments'] };
  await db().update(users).set(access).where(eq(users.email, 'team@demo.test'));
  const team = await signedInAs(app, 'team@demo.test');
  expect((await team.get(path())).json()).toMatchObject({ planName: 'Pro' });
  expect((await team.post(`${path()}/end`, { end: true })).statusCode).toBe(403);
});

test('without a subscription there is nothing to end', async () => {
  expect((await end(true)).statusCode).toBe(404);
});
