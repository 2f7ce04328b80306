import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { daysUntilExpiration } from '@lintel/contract/billing/card-rules';
import { dayIn } from '@lintel/contract/core/days';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { sample } from '../../test/sample.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { billAllDue } from '../domains/billing/subscriptions/bill-due.ts';
import { findCard } from '../domains/billing/cards/repository.ts';
import { ledgerEntries, payments } from '../domains/billing/payments/tables.ts';
import { subscriptions } from '../domains/billing/subscriptions/tables.ts';
import type { Database } from '../platform/db/connect.ts';
import { lastDays, reconcile } from '../domains/billing/payments/reconcile.ts';
import { contractors } from '../domains/contractors/tables.ts';
import { createContext } from '../app.ts';
import { seedAccounts } from './accounts.ts';
import { seedBilling } from './billing.ts';

let app: TestApp;
let empty: TestDatabase;
beforeAll(async () => {
  app = await createTestApp();
  empty = await createTestDatabase();
});
afterAll(async () => {
  await app.close();
  await empty.close();
});

const context = () => createContext(app.deps);
const paymentsOf = (contractorId: number) =>
  app.deps.database.db
    .select()
    .from(payments)
    .where(eq(payments.contractorId, contractorId))
    .orderBy(asc(payments.id));
const statusOf = async (contractorId: number) =>
  (await app.deps.database.db.select().from(contractors).where(eq(contractors.id, contractorId)))[0]
    ?.paymentStatus;

test('Summit Roofing has two years of payments in every state, including two failed ones, and a card that expires soon [ACC-206]', async () => {
  const all = await paymentsOf(101);
  const count = (state: string): number => all.filter((one) => one.state === state).length;
  expect([count('Succeeded'), count('Failed'), count('Upcoming')]).toEqual([21, 2, 1]);
  expect(all).toHaveLength(24);
  expect(all.some(({ refundedCents }) => refundedCents > 0)).toBe(true);
  // The failed ones aren't retried automatically.
  expect(all.filter(({ state }) => state === 'Failed')).toMatchObject([
    { nextTryAt: null },
    { nextTryAt: null },
  ]);
  expect(app.clock.now().getTime() - all[0]!.createdAt.getTime()).toBeGreaterThan(680 * 86_400_000);
  expect(await statusOf(101)).toBe('Failed');
  const card = await findCard(app.deps.database.db, 101);
  const today = dayIn(app.clock.now(), app.deps.config.BUSINESS_TIME_ZONE);
  const left = daysUntilExpiration({ month: card!.expireMonth, year: card!.expireYear }, today);
  // A valid card expires at the end of its month at the earliest.
  expect(left).toBeGreaterThanOrEqual(0);
  expect(left).toBeLessThanOrEqual(31);
  expect(card!.brand).toBe('visa');
});

test('the other contractors have paid with their cards, and Quick Gutters is canceled with some history', async () => {
  for (const [contractorId, brand] of [
    [102, 'mastercard'],
    [103, 'amex'],
    [201, 'discover'],
  ] as const) {
    expect(await statusOf(contractorId)).toBe('Paid');
    expect((await findCard(app.deps.database.db, contractorId))?.brand).toBe(brand);
    expect((await paymentsOf(contractorId)).every(({ state }) => state === 'Succeeded')).toBe(true);
  }
  const { db } = app.deps.database;
  expect(await statusOf(105)).toBe('Canceled');
  expect(
    await db.select().from(subscriptions).where(eq(subscriptions.contractorId, 105)),
  ).toMatchObject([{ state: 'canceled' }]);
  expect((await paymentsOf(105)).map(({ state }) => state)).toEqual([
    'Succeeded',
    'Succeeded',
    'Succeeded',
    'Succeeded',
    'Succeeded',
    'Failed',
  ]);
});

test('the past leaves no jobs, no e-mails, and nothing due', async () => {
  const { pool, db } = app.deps.database;
  const { rows } = await pool.query(
    `select task_identifier from graphile_worker.jobs where task_identifier like 'billing.%'`,
  );
  expect(rows).toEqual([]);
  expect((await pool.query("select 1 from messages where channel = 'email'")).rows).toEqual([]);
  const before = await db.select().from(payments);
  await billAllDue(context());
  await app.work();
  expect(await db.select().from(payments)).toHaveLength(before.length);
  expect((await db.select().from(ledgerEntries)).length).toBeGreaterThan(50);
});

test('the books of the past match the sandbox', async () => {
  const made = await reconcile(context(), { range: lastDays(app.clock.now(), 800), userId: null });
  expect(made.differences).toEqual([]);
  expect(made.checked).toBeGreaterThan(45);
});

const dayOf = (at: Date): string => dayIn(at, 'America/New_York');

/** Runs `work` in a transaction that is rolled back: each date starts with an empty database. */
async function undone<Result>(work: (tx: Database) => Promise<Result>): Promise<Result> {
  const given: Result[] = [];
  const back = new Error('back');
  await empty.db
    .transaction(async (tx) => {
      given.push(await work(tx));
      throw back;
    })
    .catch((error: unknown) => {
      if (error !== back) throw error;
    });
  const [result] = given;
  if (result === undefined) throw new Error('Nothing was given');
  return result;
}

const days = [
  '2027-03-01',
  '2026-08-01',
  '2026-10-31',
  '2027-12-31',
  '2028-02-29',
  '2027-02-28',
  '2026-05-26',
  '2027-01-26',
];
test.each(sample(days, 4))('demo payments made on %s are consistent', async (today) => {
  const now = new Date(`${today}T13:37:00Z`);
  const [plans, all, people] = await undone(async (tx) => {
    await seedAccounts(tx, now, app.deps.keys);
    await seedBilling({ ...context(), db: tx, clock: { now: () => now } });
    return [
      await tx.select().from(subscriptions),
      await tx.select().from(payments).orderBy(asc(payments.id)),
      await tx.select().from(contractors),
    ] as const;
  });
  for (const subscription of plans) {
    const { state, contractorId, nextBillingAt } = subscription;
    const own = all.filter((one) => one.subscriptionId === subscription.id);
    const owed = own.filter((one) => one.state === 'Failed' && one.voidedAt === null);
    // The contractor's status matches the subscription and the payments.
    const status = people.find(({ id }) => id === contractorId)?.paymentStatus;
    const expected = {
      active: 'Paid',
      past_due: 'Failed',
      unpaid: 'Failed',
      canceled: 'Canceled',
      pending: 'Unpaid',
    }[state];
    expect([contractorId, status]).toEqual([contractorId, expected]);
    expect([contractorId, owed.length > 0]).toEqual([
      contractorId,
      state === 'unpaid' || state === 'past_due',
    ]);
    // No upcoming payment is overdue.
    if (nextBillingAt !== null) expect(nextBillingAt > now).toBe(true);
    for (const one of own.filter(({ state: at }) => at === 'Upcoming')) {
      expect([one.periodStart, one.nextTryAt]).toEqual([nextBillingAt, null]);
    }
    // No two installments are paid on one day, and no payment is in the future.
    const days = own.map(({ createdAt }) => dayOf(createdAt));
    expect(new Set(days).size).toBe(days.length);
    const paidOn = own.flatMap(({ paidAt }) => (paidAt === null ? [] : [paidAt]));
    expect(new Set(paidOn.map(dayOf)).size).toBe(paidOn.length);
    expect(paidOn.every((at) => at <= now)).toBe(true);
  }
  const count = (state: string): number =>
    all.filter((one) => one.contractorId === 101 && one.state === state).length;
  expect([count('Succeeded'), count('Failed'), count('Upcoming')]).toEqual([21, 2, 1]);
});
