import { afterAll, beforeAll, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { createTestApp, signedInAs, type TestApp } from '../../../../test/app.ts';
import {
  beginSubscription,
  cardOf,
  numbers,
  ownerOfNewContractor,
  type Owner,
} from '../../../../test/billing-screen.ts';
import { aboutPdf, readPdf } from '../../../../test/pdf.ts';
import { contractors } from '../../contractors/tables.ts';
import { payments, refunds } from './tables.ts';

let app: TestApp;
let owner: Owner;
let paymentId: number;
beforeAll(async () => {
  app = await createTestApp();
  owner = await ownerOfNewContractor(app);
  await owner.client.post(`/user/${owner.userId}/card?mode=create`, cardOf(numbers.mastercard));
  paymentId = (await beginSubscription(app, owner.contractorId)).paymentId ?? 0;
  await owner.client.post(`/invoice/${paymentId}`, {});
});
afterAll(() => app.close());

const path = () => `/payment/${paymentId}/receipt`;
const text = async (): Promise<string> =>
  (await readPdf((await owner.client.get(path())).rawPayload)).text;
const db = () => app.deps.database.db;

test('a contractor downloads the receipt of a paid payment', async () => {
  const answer = await owner.client.get(`${path()}?userId=${owner.userId}`);
  const [payment] = await db().select().from(payments).where(eq(payments.id, paymentId));
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(answer.headers['content-disposition']).toBe(
    `attachment; filename="Receipt-${payment?.number}.pdf"`,
  );
  const { pages, text: words } = await readPdf(answer.rawPayload);
  expect(pages).toHaveLength(1);
  expect(await aboutPdf(answer.rawPayload)).toMatchObject({
    title: `Receipt ${payment?.number}`,
    author: 'Lintel',
  });
  const today = app.clock
    .now()
    .toLocaleDateString('en-US', { timeZone: 'America/New_York', dateStyle: 'long' });
  for (const part of [
    'Lintel',
    'New Harbor Builders LLC',
    '5 Wharf Road, Portland, ME 04101',
    payment?.number ?? '',
    payment?.descriptions[0] ?? '',
    '$99.00',
    'Mastercard ending in 4444',
    `Paid on ${today}`,
    'Amount paid',
  ])
    expect(words).toContain(part);
  expect(words).not.toContain('efunded');
});

test('the receipt lists refunds', async () => {
  const at = app.clock.now();
  await db().update(payments).set({ refundedCents: 2500 }).where(eq(payments.id, paymentId));
  const row = {
    paymentId,
    contractorId: owner.contractorId,
    amountCents: 2000,
    reason: 'Goodwill',
    gateway: 'sandbox',
  };
  await db()
    .insert(refunds)
    .values({ ...row, state: 'succeeded', idempotencyKey: 'one', startedAt: at, endedAt: at });
  const words = await text();
  for (const part of ['Partly refunded', '–$20.00', '–$5.00', 'Paid after refunds', '$74.00'])
    expect(words).toContain(part);
});

test('a name with layout markup is printed literally', async () => {
  const name = '#panic() & "Sons" *bold* \u202Eoof';
  await db()
    .update(contractors)
    .set({ companyName: name })
    .where(eq(contractors.id, owner.contractorId));
  expect(await text()).toContain('#panic() & "Sons" *bold* oof');
});

test('an unpaid payment has no receipt, and another contractor’s receipt isn’t found', async () => {
  const pro = await signedInAs(app, 'pro@demo.test');
  expect((await pro.get(path())).statusCode).toBe(404);
  const team = await signedInAs(app, 'team@demo.test');
  expect((await team.get(path())).statusCode).toBe(403);
  await db().update(payments).set({ state: 'Failed' }).where(eq(payments.id, paymentId));
  expect((await owner.client.get(path())).statusCode).toBe(404);
});
