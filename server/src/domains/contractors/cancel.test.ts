import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CancellationPreview } from '@lintel/contract/billing/cancellation';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../test/app.ts';
import { refunds } from '../billing/payments/tables.ts';
import { messages } from '../messaging/queue/tables.ts';
import { contractors } from './tables.ts';

let app: TestApp;
let admin: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  admin = await signedInAs(app, 'admin@demo.test');
});
afterAll(() => app.close());

const edit = (id: number, change: object, by = admin) =>
  by.post(`/manage/contractor/${id}`, { isManage: true, ...change });
const cancel = (id: number, decision: object, more: object = {}, by = admin) =>
  edit(id, { paymentStatus: 'Canceled', cancellation: decision, ...more }, by);
const preview = async (id: number): Promise<CancellationPreview> =>
  (await admin.get(`/subscription/${id}/cancellation`)).json();
const stored = async (id: number) => {
  const [row] = await app.deps.database.db.select().from(contractors).where(eq(contractors.id, id));
  return row!;
};
const mailed = async (contractorId: number, event: string): Promise<number> =>
  (
    await app.deps.database.db
      .select({ id: messages.id })
      .from(messages)
      .where(and(eq(messages.contractorId, contractorId), eq(messages.event, event)))
  ).length;
const reason = 'Sold the company';
const atEnd = { when: 'term-end', refund: 0, reason };

test('canceling a paying contractor requires a decision about the subscription', async () => {
  expect(await preview(103)).toMatchObject({ isPaying: true, endsAtTermEnd: false });
  const refused = await edit(103, { paymentStatus: 'Canceled' });
  expect(refused.json()).toMatchObject({ error: 'conflict' });
  expect((await cancel(103, { ...atEnd, reason: '' })).statusCode).toBe(422);
  expect(await stored(103)).toMatchObject({ paymentStatus: 'Paid' });
});

test('a plan scheduled to end stays open, the contractor gets an e-mail, and other editors see the change', async () => {
  const { version } = await stored(103);
  const answer = await cancel(103, atEnd, { version });
  expect(answer.json().message).toBe("Field's was changed");
  expect(await stored(103)).toMatchObject({ paymentStatus: 'Paid', version: version + 1 });
  expect(await preview(103)).toMatchObject({ endsAtTermEnd: true });
  expect(await mailed(103, 'plan-canceled')).toBe(1);
  const second = await cancel(103, { when: 'now', refund: 0, reason }, { version });
  expect(second.json()).toMatchObject({ error: 'conflict' });
  expect(await stored(103)).toMatchObject({ paymentStatus: 'Paid' });
});

test('staff undo a scheduled cancellation once, and the contractor gets an e-mail', async () => {
  expect((await admin.post('/subscription/103/keep', {})).statusCode).toBe(200);
  expect(await preview(103)).toMatchObject({ endsAtTermEnd: false });
  expect(await mailed(103, 'plan-continues')).toBe(1);
  expect((await admin.post('/subscription/103/keep', {})).statusCode).toBe(409);
  for (const email of ['mailer@demo.test', 'pro@demo.test']) {
    const other = await signedInAs(app, email);
    expect((await other.post('/subscription/103/keep', {})).statusCode).toBe(403);
    expect((await other.get('/subscription/103/cancellation')).statusCode).toBe(403);
  }
});

test('the unused part is refunded as shown, once, and only by a role that may refund', async () => {
  const { refundable } = await preview(103);
  const decision = { when: 'now', refund: refundable, reason };
  const support = await signedInAs(app, 'support@demo.test');
  if (refundable > 0) {
    expect((await cancel(103, decision, {}, support)).statusCode).toBe(403);
    const other = await cancel(103, { ...decision, refund: refundable + 1 });
    expect(other.json()).toMatchObject({ error: 'conflict' });
  }
  expect(await stored(103)).toMatchObject({ paymentStatus: 'Paid' });
  expect((await cancel(103, decision)).statusCode).toBe(200);
  expect(await stored(103)).toMatchObject({ paymentStatus: 'Canceled' });
  expect(await mailed(103, 'plan-canceled')).toBe(2);
  const given = await app.deps.database.db
    .select()
    .from(refunds)
    .where(and(eq(refunds.contractorId, 103), eq(refunds.reason, reason)));
  const cents = given.reduce((sum, { amountCents }) => sum + amountCents, 0);
  expect(cents).toBe(Math.round(refundable * 100));
});

test('a plan change e-mails the contractor the price and the first charge date', async () => {
  expect((await edit(102, { plan: 5 })).statusCode).toBe(200);
  expect(await mailed(102, 'plan-changed')).toBe(1);
});
