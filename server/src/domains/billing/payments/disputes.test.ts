import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  booksOf,
  createBillingWorld,
  daySeconds,
  subscribe,
  work,
  type BillingWorld,
} from '../../../../test/billing-world.ts';
import { receiveEvent } from '../charging/events.ts';
import { settleAll } from '../charging/settle.ts';
import type { Dispute, DisputeMovement } from '../gateway/port.ts';
import { readBalance } from './ledger.ts';
import { lastDays, reconcile } from './reconcile.ts';
import { readPaidUntil } from './repository.ts';
import { refundPayment } from './refunds.ts';

let world: BillingWorld;
beforeAll(async () => {
  world = await createBillingWorld();
});
afterAll(() => world.close());

let count = 0;

/** A contractor's paid payment, and reports of its dispute. */
async function disputed() {
  const { contractorId } = await subscribe(world);
  await work(world);
  const payment = (await booksOf(world, contractorId)).payments[0]!;
  count += 1;
  const id = `dp_${count}`;
  const withdrawn: DisputeMovement = {
    id: `txn_${count}_out`,
    disputeId: id,
    amountCents: -payment.amountCents,
    feeCents: 1500,
    createdAt: world.clock.now(),
  };
  const returned = {
    ...withdrawn,
    id: `txn_${count}_in`,
    amountCents: payment.amountCents,
    feeCents: 0,
  };
  const dispute: Dispute = {
    id,
    chargeId: payment.chargeId!,
    state: 'open',
    isInquiry: false,
    amountCents: payment.amountCents,
    reason: 'product_not_received',
    respondBy: new Date('2026-03-20T00:00:00Z'),
    movements: [],
    createdAt: world.clock.now(),
  };
  let events = 0;
  /** Delivers a report dated `seconds` from now. */
  const report = (change: Partial<Dispute>, seconds = 0) => {
    events += 1;
    return receiveEvent(world.context, {
      id: `evt_${id}_${events}`,
      type: 'dispute',
      happenedAt: new Date(world.clock.now().getTime() + seconds * 1000),
      dispute: { ...dispute, ...change },
    });
  };
  const books = async () => {
    const { disputes, ledger, payments } = await booksOf(world, contractorId);
    return { dispute: disputes[0]!, disputes, ledger, payment: payments[0]! };
  };
  const balance = (account: 'subscription' | 'fees') =>
    readBalance(world.context.db, contractorId, account);
  return { contractorId, payment, dispute, withdrawn, returned, report, books, balance };
}

test('books a dispute’s withdrawal with its fee, and the return when it is won', async () => {
  const { report, withdrawn, returned, books, balance, payment } = await disputed();
  await report({});
  await report({ movements: [withdrawn] }, 1);
  expect(await balance('subscription')).toBe(0);
  expect(await balance('fees')).toBe(-1500);
  expect((await books()).dispute).toMatchObject({
    state: 'open',
    withdrawnCents: payment.amountCents,
    feeCents: 1500,
    decidedAt: null,
  });
  await report({ state: 'won', movements: [withdrawn] }, 2);
  await report({ state: 'won', movements: [withdrawn, returned] }, 3);
  expect(await balance('subscription')).toBe(payment.amountCents);
  expect(await balance('fees')).toBe(-1500);
  expect(await books()).toMatchObject({
    dispute: { state: 'won', withdrawnCents: 0, feeCents: 1500 },
    payment: { state: 'Succeeded', lostCents: 0 },
    ledger: [{ kind: 'charge' }, { kind: 'dispute' }, { kind: 'fee' }, { kind: 'dispute_return' }],
  });
});

test('books each movement once with repeated, parallel, and unordered reports', async () => {
  const { report, withdrawn, returned, books, balance, payment } = await disputed();
  await Promise.all([
    report({ state: 'won', movements: [withdrawn, returned] }, 3),
    report({ state: 'won', movements: [withdrawn] }, 2),
    report({ movements: [withdrawn] }, 1),
    report({}),
    report({ movements: [withdrawn] }, 1),
  ]);
  expect(await balance('subscription')).toBe(payment.amountCents);
  const { disputes, ledger } = await books();
  expect(disputes).toMatchObject([{ state: 'won', withdrawnCents: 0, feeCents: 1500 }]);
  expect(ledger).toHaveLength(4);
});

test('an older report never reopens a decided dispute, and a newer decision replaces an older one', async () => {
  const { report, withdrawn, returned, books } = await disputed();
  await report({ state: 'lost', movements: [withdrawn] }, 5);
  await report({ movements: [withdrawn] }, 1);
  expect(await books()).toMatchObject({
    dispute: { state: 'lost' },
    payment: { lostCents: withdrawn.amountCents * -1 },
  });
  await report({ state: 'won', movements: [withdrawn, returned] }, 9);
  await report({ state: 'lost', movements: [withdrawn] }, 6);
  expect(await books()).toMatchObject({ dispute: { state: 'won' }, payment: { lostCents: 0 } });
});

test('a report before its charge is booked waits for it, and one of an unknown charge ends as a problem', async () => {
  const { contractorId, paymentId } = await subscribe(world);
  const { dispute, withdrawn } = await disputed();
  void paymentId;
  const early = { ...dispute, id: 'dp_early', chargeId: 'pi_not_yet', movements: [withdrawn] };
  const event = { id: 'evt_early', type: 'dispute', happenedAt: world.clock.now() } as const;
  await receiveEvent(world.context, { ...event, dispute: early });
  expect((await booksOf(world, contractorId)).disputes).toEqual([]);
  const before = world.warnings.length;
  world.clock.pass(daySeconds + 61);
  await settleAll(world.context);
  expect(world.warnings.slice(before).join()).toContain('dp_early is for an unknown charge');
});

test('staff can’t refund a disputed payment, or the part lost to a dispute', async () => {
  const { report, withdrawn, payment } = await disputed();
  const refund = (key: string) =>
    refundPayment(world.context, {
      paymentId: payment.id,
      amountCents: 1,
      reason: 'x',
      userId: 1,
      key: `${key}:${payment.id}`,
    });
  await report({});
  await expect(refund('open')).rejects.toMatchObject({ code: 'conflict' });
  await report({ state: 'lost', movements: [withdrawn] }, 1);
  await expect(refund('lost')).rejects.toMatchObject({ code: 'invalid' });
});

test('time paid with a lost payment doesn’t count when the subscription is reopened', async () => {
  const { report, withdrawn, payment } = await disputed();
  const { contractorId, subscriptionId: id } = payment;
  expect(await readPaidUntil(world.context.db, { contractorId, id })).not.toBeNull();
  await report({ state: 'lost', movements: [withdrawn] });
  expect(await readPaidUntil(world.context.db, { contractorId, id })).toBeNull();
});

test('the nightly reconciliation includes disputes, and reports a movement missing on either side', async () => {
  const { report, withdrawn, returned } = await disputed();
  await report({ state: 'won', movements: [withdrawn, returned] });
  const run = () =>
    reconcile(world.context, { range: lastDays(world.clock.now(), 1), userId: null });
  const ofDispute = async () =>
    (await run()).differences.filter(({ reference }) => reference.startsWith('txn_'));
  const known = world.gateway.disputeMovements;
  expect((await ofDispute()).map(({ kind, reference }) => [kind, reference])).toContainEqual([
    'missing_there',
    withdrawn.id,
  ]);
  known.push(withdrawn, returned);
  expect((await ofDispute()).filter(({ reference }) => reference === withdrawn.id)).toEqual([]);
  known.push({ ...withdrawn, id: 'txn_unknown' });
  known[0] = { ...withdrawn, feeCents: 2000 };
  expect(await ofDispute()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'missing_here', reference: 'txn_unknown' }),
      expect.objectContaining({ kind: 'different_amount', reference: withdrawn.id }),
    ]),
  );
});

test('an inquiry places a hold without moving money, and ends without a loss', async () => {
  const { report, books, balance, payment, contractorId } = await disputed();
  await report({ isInquiry: true });
  await report({ isInquiry: true, state: 'closed' }, 1);
  expect(await balance('subscription')).toBe(payment.amountCents);
  expect((await books()).dispute).toMatchObject({ state: 'closed', isInquiry: true });
  const movements = world.disputed.filter((one) => one.contractorId === contractorId);
  expect(movements.map(({ isOpen, lostCents }) => [isOpen, lostCents])).toEqual([
    [true, 0],
    [false, 0],
  ]);
});
