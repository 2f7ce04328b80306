import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { deskOf, type Desk } from '../../../test/desk.ts';
import { offersOf, openLenders } from '../../../test/lenders.ts';

let app: TestApp;
let desk: Desk;
let lenders: Awaited<ReturnType<typeof openLenders>>;
beforeAll(async () => {
  app = await createTestApp();
  desk = await deskOf(app);
  lenders = await openLenders(app);
});
afterAll(async () => {
  lenders.close();
  await app.close();
});
beforeEach(() => lenders.reset());

/** An invoice of $2,500, paid by the funding of its customer's application. */
async function paidByFunding(amount: number) {
  const lender = await lenders.lender();
  const { id, reference } = await lenders.apply({}, 'summit-roofing');
  const send = (event: object) => lender.event(reference, { offer: 'o-1', ...event });
  await send(offersOf('o-1'));
  expect(await send({ type: 'offer.funded', amount, stage: 'start' })).toBe(200);
  const invoice = await desk.sent({ kind: 'invoice' });
  await lenders.sql(
    `insert into customer_applications (contractor_id, application_id, customer_id, at)
     values (101, $1, $2, now()) on conflict do nothing`,
    [id, invoice.customerId],
  );
  await lenders.sql(
    'update customer_applications set customer_id = $2 where contractor_id = 101 and application_id = $1',
    [id, invoice.customerId],
  );
  const paid = await desk.act(invoice, 'funding', { applicationId: id, evenIfOverpaid: true });
  return { id: invoice.id, paid, send, read: () => desk.read(invoice.id) };
}

test('a funding that is reversed makes its invoice unpaid again, once', async () => {
  const { id, paid, send, read } = await paidByFunding(2500);
  expect(paid).toMatchObject({ status: 'paid', paid: 2500 });
  const event = { id: `event-all-back-${id}`, type: 'funding.reversed', amount: 2500 };
  expect(await Promise.all([send(event), send(event)])).toEqual([200, 200]);
  const after = await read();
  expect(after).toMatchObject({
    paid: 0,
    balance: 2500,
    payments: [{ amount: 2500, takenBackReason: 'Bank of o-1 reversed the funding.' }],
  });
  expect(after.status).not.toBe('paid');
  expect(after.events[0]).toMatchObject({
    kind: 'payment-taken-back',
    details: { amount: 2500, method: 'financing' },
  });
  const entries = await lenders.sql(
    `select actor_id from audit_log where action = 'document.payment-taken-back' and entity_id = $1`,
    [String(id)],
  );
  expect(entries).toEqual([{ actor_id: null }]);
});

test('a funding that is reversed in part pays what is left', async () => {
  const { send, read } = await paidByFunding(2500);
  expect(await send({ type: 'funding.reversed', amount: 1000 })).toBe(200);
  expect(await read()).toMatchObject({ status: 'part_paid', paid: 1500, balance: 1000 });
  expect(await send({ type: 'funding.reversed', amount: 500 })).toBe(200);
  const { payments, ...after } = await read();
  expect(after).toMatchObject({ status: 'part_paid', paid: 1000, balance: 1500 });
  expect(payments.filter(({ takenBackAt }) => takenBackAt === null)).toMatchObject([
    { amount: 1000, method: 'financing', lenderName: 'Bank of o-1' },
  ]);
});

test('the reversal of a later stage leaves an earlier payment alone', async () => {
  const { send, read, paid } = await paidByFunding(2500);
  await send({ type: 'offer.funded', amount: 1000, stage: 'end' });
  expect(await send({ type: 'funding.reversed', amount: 1000 })).toBe(200);
  expect(await read()).toMatchObject({ status: 'paid', paid: 2500, payments: paid.payments });
});
