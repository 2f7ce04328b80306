import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayIn, daysUntilExpiration } from '@lintel/contract/billing-card-rules';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { billAllDue } from '../domains/billing/bill-due.ts';
import { findCard } from '../domains/billing/card-repository.ts';
import { ledgerEntries } from '../domains/billing/ledger-tables.ts';
import { payments, subscriptions } from '../domains/billing/payment-tables.ts';
import { lastDays, reconcile } from '../domains/billing/reconcile.ts';
import { contractors } from '../domains/contractors/tables.ts';
import { billingDeps } from '../compose-billing.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const hooks = { onPaid: async () => {}, onRefunded: async () => {} };
const mail = () => ({ clock: app.clock, mailKey: app.deps.keys.derive('mail payload'), mailDomain: 'localhost' });
const deps = () => billingDeps(app.deps, mail(), hooks);
const paymentsOf = (contractorId: number) =>
  app.deps.database.db.select().from(payments).where(eq(payments.contractorId, contractorId)).orderBy(asc(payments.id));
const statusOf = async (contractorId: number) =>
  (await app.deps.database.db.select().from(contractors).where(eq(contractors.id, contractorId)))[0]?.paymentStatus;

test('Summit Roofing has two years of payments in every state, two of them failed now, and a card that is about to expire [ACC-206]', async () => {
  const all = await paymentsOf(101);
  const count = (state: string): number => all.filter((one) => one.state === state).length;
  expect([count('Succeeded'), count('Failed'), count('Upcoming')]).toEqual([21, 2, 1]);
  expect(all).toHaveLength(24);
  expect(all.some(({ refundedCents }) => refundedCents > 0)).toBe(true);
  // Nothing happens to the failed ones by itself.
  expect(all.filter(({ state }) => state === 'Failed')).toMatchObject([{ nextTryAt: null }, { nextTryAt: null }]);
  expect(app.clock.now().getTime() - all[0]!.createdAt.getTime()).toBeGreaterThan(680 * 86_400_000);
  expect(await statusOf(101)).toBe('Paid');
  const card = await findCard(app.deps.database.db, 101);
  const today = dayIn(app.clock.now(), app.deps.config.BUSINESS_TIME_ZONE);
  const left = daysUntilExpiration({ month: card!.expireMonth, year: card!.expireYear }, today);
  // The last day of its month is the earliest that a good card can expire.
  expect(left).toBeGreaterThanOrEqual(0);
  expect(left).toBeLessThanOrEqual(31);
  expect(card!.brand).toBe('visa');
});

test('the others of the cast are paid with their cards, and Quick Gutters is canceled with some history', async () => {
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
  expect(await db.select().from(subscriptions).where(eq(subscriptions.contractorId, 105))).toMatchObject([{ state: 'canceled' }]);
  expect((await paymentsOf(105)).map(({ state }) => state)).toEqual([
    'Succeeded',
    'Succeeded',
    'Succeeded',
    'Succeeded',
    'Succeeded',
    'Failed',
  ]);
});

test('the past leaves no jobs, no e-mails and nothing that is due', async () => {
  const { pool, db } = app.deps.database;
  const { rows } = await pool.query(`select task_identifier from graphile_worker.jobs where task_identifier like 'billing.%'`);
  expect(rows).toEqual([]);
  expect((await pool.query('select 1 from email_messages')).rows).toEqual([]);
  const before = await db.select().from(payments);
  await billAllDue(deps());
  await app.work();
  expect(await db.select().from(payments)).toHaveLength(before.length);
  expect((await db.select().from(ledgerEntries)).length).toBeGreaterThan(50);
});

test('the books of the past agree with the sandbox', async () => {
  const made = await reconcile(deps(), { range: lastDays(app.clock.now(), 800), userId: null });
  expect(made.differences).toEqual([]);
  expect(made.checked).toBeGreaterThan(45);
});
