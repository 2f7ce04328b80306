import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  booksOf,
  createBillingWorld,
  subscribe,
  work,
  type BillingWorld,
} from '../../../../test/billing-world.ts';
import { receiveEvent } from '../charging/events.ts';
import { readBalance } from './ledger.ts';
import { refundPayment } from './refunds.ts';
import { settleAll } from '../charging/settle.ts';

let world: BillingWorld;
beforeAll(async () => {
  world = await createBillingWorld();
});
beforeEach(() => {
  world.gateway.refunding = 'succeeds';
});
afterAll(() => world.close());

/** A contractor who has paid $50. */
async function paid() {
  const begun = await subscribe(world, { priceCents: 10_000, installments: 2 });
  await work(world);
  const { contractorId, paymentId } = begun;
  const refund = (amountCents: number, key: string) =>
    refundPayment(world.context, {
      paymentId: paymentId!,
      amountCents,
      reason: 'Goodwill',
      userId: 4,
      key: `${contractorId}:${key}`,
    });
  return { contractorId, paymentId: paymentId!, refund };
}
const settle = (seconds: number): Promise<void> => {
  world.clock.pass(seconds);
  return settleAll(world.context);
};

test('a payment can be refunded in parts up to the paid amount, and the ledger has each part', async () => {
  const { contractorId, paymentId, refund } = await paid();
  expect(await refund(2000, 'a')).toMatchObject({
    status: 'succeeded',
    message: 'The payment was refunded.',
  });
  await expect(refund(3001, 'b')).rejects.toMatchObject({
    code: 'invalid',
    fields: { amount: 'You can refund up to $30.00 of this payment.' },
  });
  await refund(3000, 'c');
  await expect(refund(1, 'd')).rejects.toMatchObject({ code: 'invalid' });
  const { payments, ledger } = await booksOf(world, contractorId);
  expect(payments).toMatchObject([{ state: 'Succeeded', refundedCents: 5000 }]);
  expect(ledger.map(({ amountCents }) => amountCents)).toEqual([5000, -2000, -3000]);
  expect(await readBalance(world.database.db, contractorId, 'subscription')).toBe(0);
  expect(world.refunded.slice(-2)).toMatchObject([
    { paymentId, contractorId, amountCents: 2000 },
    { paymentId, contractorId, amountCents: 3000 },
  ]);
});

test('the same key refunds once, even in parallel, and is rejected for another amount', async () => {
  const { contractorId, refund } = await paid();
  const all = await Promise.all(Array.from({ length: 5 }, () => refund(1000, 'same')));
  expect(new Set(all.map(({ refundId }) => refundId)).size).toBe(1);
  expect((await refund(1000, 'same')).status).toBe('succeeded');
  await expect(refund(900, 'same')).rejects.toMatchObject({ code: 'idempotency_mismatch' });
  expect((await booksOf(world, contractorId)).ledger).toHaveLength(2);
  expect(world.gateway.refunds.size).toBe((await allRefunds()).length);
});

const allRefunds = async (): Promise<unknown[]> =>
  (await world.database.pool.query('select 1 from refunds')).rows;

test('parallel refunds never exceed the paid amount', async () => {
  const { contractorId, refund } = await paid();
  const all = await Promise.allSettled(
    Array.from({ length: 6 }, (_, index) => refund(2000, `at once ${index}`)),
  );
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect((await booksOf(world, contractorId)).payments[0]!.refundedCents).toBe(4000);
});

test('a refund with a lost answer is settled with its own key, and made once', async () => {
  const { contractorId, refund } = await paid();
  world.gateway.refunding = 'lost after';
  expect((await refund(1500, 'lost')).status).toBe('pending');
  world.gateway.refunding = 'succeeds';
  // An event that arrives first waits for the answer with the refund's id.
  await receiveEvent(world.context, world.gateway.events.at(-1)!);
  expect((await booksOf(world, contractorId)).ledger).toHaveLength(1);
  await settle(61);
  const { refunds, ledger, payments } = await booksOf(world, contractorId);
  expect(refunds).toMatchObject([{ state: 'succeeded', reason: 'Goodwill' }]);
  expect(ledger).toHaveLength(2);
  expect(payments[0]!.refundedCents).toBe(1500);
  const { rows } = await world.database.pool.query(
    'select processed_at from gateway_events where processed_at is null',
  );
  expect(rows).toEqual([]);
});

test('the settling job makes a refund that never reached the gateway', async () => {
  const { contractorId, refund } = await paid();
  world.gateway.refunding = 'lost before';
  await refund(1500, 'lost');
  world.gateway.refunding = 'succeeds';
  await settle(30);
  expect((await booksOf(world, contractorId)).refunds).toMatchObject([{ state: 'started' }]);
  await settle(31);
  expect((await booksOf(world, contractorId)).payments[0]!.refundedCents).toBe(1500);
});

test('a refund rejected by the gateway fails with its reason and can be repeated', async () => {
  const { contractorId, refund } = await paid();
  world.gateway.refunding = 'refuses';
  expect(await refund(5000, 'one')).toMatchObject({
    status: 'failed',
    message: "This charge can't be refunded.",
  });
  world.gateway.refunding = 'succeeds';
  expect((await refund(5000, 'two')).status).toBe('succeeded');
  expect((await booksOf(world, contractorId)).refunds.map(({ state }) => state)).toEqual([
    'failed',
    'succeeded',
  ]);
});

test('a refund pending at the bank is booked when an event confirms it', async () => {
  const { contractorId, refund } = await paid();
  world.gateway.refunding = 'pends';
  expect((await refund(5000, 'slow')).status).toBe('pending');
  expect((await booksOf(world, contractorId)).ledger).toHaveLength(1);
  const [id] = [...world.gateway.refunds.keys()].slice(-1);
  world.gateway.endRefund(id!, 'succeeded');
  await receiveEvent(world.context, world.gateway.events.at(-1)!);
  expect((await booksOf(world, contractorId)).payments[0]!.refundedCents).toBe(5000);
  world.gateway.endRefund(id!, 'failed');
  await receiveEvent(world.context, world.gateway.events.at(-1)!);
  expect(world.warnings.at(-1)).toContain('failed after it had succeeded');
});

test('only a paid payment can be refunded', async () => {
  const { contractorId, paymentId } = await subscribe(world);
  const refund = (id: number, amountCents: number) =>
    refundPayment(world.context, {
      paymentId: id,
      amountCents,
      reason: '',
      userId: 1,
      key: `${contractorId}:${id}:${amountCents}`,
    });
  await expect(refund(paymentId!, 100)).rejects.toMatchObject({ code: 'conflict' });
  await expect(refund(999_999, 100)).rejects.toMatchObject({ code: 'not_found' });
  await work(world);
  for (const cents of [0, -5, 1.5])
    await expect(refund(paymentId!, cents)).rejects.toMatchObject({ code: 'invalid' });
});
