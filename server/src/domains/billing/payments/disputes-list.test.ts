import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dispute } from '@lintel/contract/billing/disputes';
import type { Payment } from '@lintel/contract/billing/payments';
import { createTestApp, signedInAs, type TestApp } from '../../../../test/app.ts';
import { disputes, payments } from './tables.ts';
import { eq } from 'drizzle-orm';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('staff with access to plans see disputes with the company and a link, and the contractor sees the state on the payment', async () => {
  const { db } = app.deps.database;
  const [payment] = await db.select().from(payments).where(eq(payments.contractorId, 103));
  await db.insert(disputes).values({
    contractorId: 103,
    paymentId: payment!.id,
    chargeId: payment!.chargeId ?? 'pi_demo',
    gateway: 'sandbox',
    disputeId: 'dp_demo',
    state: 'open',
    isInquiry: false,
    amountCents: 4200,
    withdrawnCents: 4200,
    feeCents: 1500,
    reason: 'product_not_received',
    openedAt: app.clock.now(),
    reportedAt: app.clock.now(),
  });
  const admin = await signedInAs(app, 'admin@demo.test');
  const { data, total } = (await admin.get('/dispute')).json<{ data: Dispute[]; total: number }>();
  expect(total).toBe(1);
  expect(data).toMatchObject([
    {
      contractorId: 103,
      paymentNumber: payment!.number,
      state: 'open',
      amount: 42,
      withdrawn: 42,
      fee: 15,
      reason: 'Product not received',
      url: 'http://localhost:3000/sandbox/dispute/dp_demo',
    },
  ]);
  const lost = await admin.get(`/dispute?filters=${encodeURIComponent('{"state":"lost"}')}`);
  expect(lost.json()).toMatchObject({ data: [], total: 0 });
  expect((await (await signedInAs(app, 'support@demo.test')).get('/dispute')).statusCode).toBe(403);
  const owner = await signedInAs(app, 'pro@demo.test');
  expect((await owner.get('/dispute')).statusCode).toBe(403);
  const own = (await owner.get('/payment?limit=50')).json<{ data: Payment[] }>();
  expect(own.data.every(({ dispute }) => dispute === null)).toBe(true);
});
