import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  booksOf,
  createBillingWorld,
  daySeconds,
  retireAll,
  subscribe,
  waitingTries,
  work,
  type BillingWorld,
  deleteMails,
  mailsOf,
} from '../../../../test/billing-world.ts';
import { billAllDue } from '../subscriptions/bill-due.ts';
import { chargeDue } from './charging.ts';
import { payFirst, retryPayment } from './retry.ts';
import { settleAll } from './settle.ts';

let world: BillingWorld;
beforeAll(async () => {
  world = await createBillingWorld();
});
beforeEach(async () => {
  world.gateway.usual = 'succeeds';
  world.gateway.refunding = 'succeeds';
  await deleteMails(world);
});
afterEach(() => retireAll(world));
afterAll(() => world.close());

const page = 'http://localhost:3000/card-payments';
const settleAfter = async (seconds: number): Promise<void> => {
  world.clock.pass(seconds);
  await Promise.all([settleAll(world.context), settleAll(world.context)]);
};

test('a charge with a lost answer is found by its key a minute later and booked once', async () => {
  const { contractorId, paymentId } = await subscribe(world);
  world.gateway.script.push('lost after');
  world.gateway.usual = 'lost after';
  await chargeDue(world.context, paymentId!);
  expect(await booksOf(world, contractorId)).toMatchObject({
    attempts: [{ state: 'started', intentId: null }],
    ledger: [],
  });
  await settleAfter(59);
  expect((await booksOf(world, contractorId)).ledger).toEqual([]);
  // No other attempt in between.
  await billAllDue(world.context);
  await work(world);
  await settleAfter(2);
  const { contractor, payments, attempts, ledger } = await booksOf(world, contractorId);
  expect(contractor.paymentStatus).toBe('Paid');
  expect(payments).toMatchObject([{ state: 'Succeeded' }]);
  expect(attempts).toMatchObject([{ state: 'succeeded' }]);
  expect(ledger).toHaveLength(1);
  expect((await mailsOf(world)).filter((mail) => mail.contractorId === contractorId)).toHaveLength(
    1,
  );
});

test('a charge that never reached the gateway is closed without counting as a failure, and retried at once', async () => {
  const { contractorId, paymentId } = await subscribe(world);
  world.gateway.script.push('lost before');
  await chargeDue(world.context, paymentId!);
  await settleAfter(61);
  const closed = await booksOf(world, contractorId);
  expect(closed.attempts).toMatchObject([{ state: 'failed', failureCode: 'not_sent' }]);
  expect(closed.payments).toMatchObject([
    { state: 'Upcoming', automaticTries: 0, nextTryAt: world.clock.now() },
  ]);
  expect((await mailsOf(world)).filter((mail) => mail.contractorId === contractorId)).toEqual([]);
  await work(world);
  const { attempts, ledger, contractor } = await booksOf(world, contractorId);
  expect(attempts.map(({ state }) => state)).toEqual(['failed', 'succeeded']);
  expect(ledger).toHaveLength(1);
  expect(contractor.paymentStatus).toBe('Paid');
});

test('the clock retries a first payment that never reached the gateway after 15 minutes, leaving time to the visitor', async () => {
  const { contractorId, paymentId } = await subscribe(world, { attended: true });
  world.gateway.script.push('lost before');
  const paying = payFirst(world.context, {
    contractorId,
    returnUrl: page,
    write: async () => paymentId!,
  });
  await expect(paying).rejects.toMatchObject({ code: 'gateway_unavailable' });
  await settleAfter(61);
  const attempts = async () => (await booksOf(world, contractorId)).attempts;
  expect(await waitingTries(world, paymentId)).toBe(0);
  world.clock.pass(14 * 60);
  await billAllDue(world.context);
  await work(world);
  expect(await attempts()).toMatchObject([{ state: 'failed', failureCode: 'not_sent' }]);
  world.clock.pass(60);
  await billAllDue(world.context);
  await work(world);
  expect((await attempts()).map(({ state }) => state)).toEqual(['failed', 'succeeded']);
});

test('a payer sees an unknown result, and can’t pay twice in the meantime', async () => {
  const { contractorId, paymentId } = await subscribe(world);
  world.gateway.script.push('declines', 'lost after');
  await work(world);
  const retry = () =>
    retryPayment(world.context, {
      paymentId: paymentId!,
      contractorId,
      userId: 3,
      returnUrl: page,
    });
  await expect(retry()).rejects.toMatchObject({ code: 'gateway_unavailable' });
  await expect(retry()).rejects.toMatchObject({ code: 'in_progress' });
  await settleAfter(61);
  await expect(retry()).rejects.toMatchObject({ code: 'conflict' });
  expect((await booksOf(world, contractorId)).ledger).toHaveLength(1);
});

test('a manual attempt that was never sent can be repeated', async () => {
  const { contractorId, paymentId } = await subscribe(world);
  world.gateway.script.push('declines', 'lost before');
  await work(world);
  const planned = (await booksOf(world, contractorId)).payments[0]!.nextTryAt;
  const retry = () =>
    retryPayment(world.context, {
      paymentId: paymentId!,
      contractorId,
      userId: 3,
      returnUrl: page,
    });
  await expect(retry()).rejects.toMatchObject({ code: 'gateway_unavailable' });
  await settleAfter(61);
  expect((await booksOf(world, contractorId)).payments).toMatchObject([
    { state: 'Failed', automaticTries: 1, nextTryAt: planned },
  ]);
  expect((await retry()).status).toBe('succeeded');
});

test('an abandoned authentication is canceled after a day', async () => {
  const { contractorId, paymentId } = await subscribe(world);
  world.gateway.script.push('declines', 'authenticates');
  await work(world);
  const retry = () =>
    retryPayment(world.context, {
      paymentId: paymentId!,
      contractorId,
      userId: 3,
      returnUrl: page,
    });
  expect((await retry()).status).toBe('requires_action');
  await settleAfter(daySeconds - 60);
  expect((await booksOf(world, contractorId)).attempts.at(-1)).toMatchObject({
    state: 'requires_action',
  });
  await settleAfter(120);
  const { attempts, payments } = await booksOf(world, contractorId);
  expect(attempts.at(-1)).toMatchObject({ state: 'failed', failureCode: 'abandoned' });
  expect(payments).toMatchObject([{ state: 'Failed', automaticTries: 1 }]);
  expect((await retry()).status).toBe('succeeded');
});

test('a payment pending at the bank isn’t reported as paid', async () => {
  const { contractorId, paymentId } = await subscribe(world);
  world.gateway.script.push('declines', 'authenticates');
  await work(world);
  const retry = () =>
    retryPayment(world.context, {
      paymentId: paymentId!,
      contractorId,
      userId: 3,
      returnUrl: page,
    });
  await retry();
  const [id, charge] = [...world.gateway.charges].at(-1)!;
  world.gateway.charges.set(id, { ...charge, redirectUrl: null });
  await expect(retry()).rejects.toMatchObject({
    code: 'in_progress',
    message: 'Your bank is still reviewing this payment.',
  });
  world.gateway.authenticate(id, true);
  expect((await retry()).status).toBe('succeeded');
});

test('a completed authentication without a return is booked by the settling job', async () => {
  const { contractorId, paymentId } = await subscribe(world);
  world.gateway.script.push('declines', 'authenticates');
  await work(world);
  await retryPayment(world.context, {
    paymentId: paymentId!,
    contractorId,
    userId: 3,
    returnUrl: page,
  });
  world.gateway.authenticate([...world.gateway.charges.keys()].at(-1)!, true);
  await settleAfter(daySeconds + 60);
  expect((await booksOf(world, contractorId)).contractor.paymentStatus).toBe('Paid');
});

test('an unreachable gateway is queried again next time, and everything else is settled', async () => {
  const [lost, found] = [await subscribe(world), await subscribe(world)];
  world.gateway.usual = 'lost after';
  await chargeDue(world.context, lost.paymentId!);
  await chargeDue(world.context, found.paymentId!);
  const { findCharge } = world.gateway;
  const [key] = world.gateway.requests.slice(-2).map(({ idempotencyKey }) => idempotencyKey);
  world.gateway.findCharge = async (request) => {
    if (request.idempotencyKey === key) throw new Error('The gateway is down');
    return findCharge.call(world.gateway, request);
  };
  await settleAfter(61);
  expect((await booksOf(world, lost.contractorId)).ledger).toHaveLength(0);
  expect((await booksOf(world, found.contractorId)).ledger).toHaveLength(1);
  expect(world.warnings.at(-1)).toBe('A payment is not settled yet: The gateway is down');
  world.gateway.findCharge = findCharge.bind(world.gateway);
  await settleAfter(60);
  expect((await booksOf(world, lost.contractorId)).ledger).toHaveLength(1);
});
