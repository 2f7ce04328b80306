import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  booksOf,
  createBillingWorld,
  daySeconds,
  giveCard,
  makeContractor,
  makePlan,
  retireAll,
  subscribe,
  waitingTries,
  work,
  type BillingWorld,
  deleteMails,
  mailsOf,
} from '../../../../test/billing-world.ts';
import { billAllDue } from './bill-due.ts';
import { chargeDue } from '../charging/charging.ts';
import { payFirst, retryPayment } from '../charging/retry.ts';
import {
  cancelNow,
  reopenSubscription,
  setCancelAtTermEnd,
  startSubscription,
} from './subscriptions.ts';

let world: BillingWorld;
beforeAll(async () => {
  world = await createBillingWorld();
});
beforeEach(async () => {
  world.gateway.usual = 'succeeds';
  await deleteMails(world);
});
afterEach(() => retireAll(world));
afterAll(() => world.close());

const inTransaction = <Result>(
  run: (tx: BillingWorld['context']['db']) => Promise<Result>,
): Promise<Result> => world.database.db.transaction(run);
const page = 'http://localhost:3000/card-payments';

test('a new subscription charges its first installment immediately: the contractor is Paid and gets a receipt', async () => {
  const { contractorId, paymentId } = await subscribe(world, { priceCents: 118_800 });
  expect((await booksOf(world, contractorId)).payments).toMatchObject([
    { id: paymentId, state: 'Upcoming', amountCents: 9900 },
  ]);
  await work(world);
  const { contractor, subscriptions, payments, ledger, attempts } = await booksOf(
    world,
    contractorId,
  );
  expect(contractor.paymentStatus).toBe('Paid');
  expect(subscriptions).toMatchObject([{ state: 'active', installmentsBilled: 1, term: 1 }]);
  expect(payments).toMatchObject([
    { state: 'Succeeded', paidAt: world.clock.now(), nextTryAt: null },
  ]);
  expect(attempts).toMatchObject([
    { state: 'succeeded', kind: 'automatic', intentId: payments[0]!.chargeId },
  ]);
  expect(ledger).toMatchObject([
    {
      account: 'subscription',
      kind: 'charge',
      amountCents: 9900,
      reference: payments[0]!.chargeId,
    },
  ]);
  expect(await mailsOf(world)).toMatchObject([
    {
      event: 'payment-succeeded',
      contractorId,
      data: {
        user: { email: contractor.email },
        payment: { amount: '$99.00', date: 'March 10, 2026' },
        card: { brand: 'Visa', last4: '4242' },
        link: page,
      },
    },
  ]);
  expect(world.paid.at(-1)).toEqual({
    paymentId,
    contractorId,
    amountCents: 9900,
    at: world.clock.now(),
  });
});

test('a free plan has no payments: the subscription is active and the contractor stays Unpaid', async () => {
  const { contractorId, paymentId } = await subscribe(world, {
    priceCents: 0,
    installments: 1,
    card: false,
  });
  await work(world);
  const { contractor, subscriptions, payments } = await booksOf(world, contractorId);
  expect(paymentId).toBeNull();
  expect(contractor.paymentStatus).toBe('Unpaid');
  expect(subscriptions).toMatchObject([
    { state: 'active', nextBillingAt: subscriptions[0]?.termEnd },
  ]);
  expect(payments).toEqual([]);
});

test('a referred friend pays 10 percent less in the first year, and the full price after it', async () => {
  const { contractorId } = await subscribe(world, {
    priceCents: 100_000,
    installments: 2,
    discountPercent: 10,
  });
  await work(world);
  const { subscriptions, payments } = await booksOf(world, contractorId);
  expect(payments[0]).toMatchObject({
    amountCents: 45_000,
    descriptions: [expect.any(String), 'Installment 1 of 2', '10% off the first year'],
  });
  for (const at of [subscriptions[0]!.nextBillingAt!, subscriptions[0]!.termEnd]) {
    world.clock.pass((at.getTime() - world.clock.now().getTime()) / 1000);
    await billAllDue(world.context);
    await work(world);
  }
  expect(
    (await booksOf(world, contractorId)).payments.map(({ amountCents, term }) => [
      term,
      amountCents,
    ]),
  ).toEqual([
    [1, 45_000],
    [1, 45_000],
    [2, 50_000],
  ]);
});

test('a second subscription is a conflict, even in parallel', async () => {
  const contractor = await makeContractor(world);
  const planId = await makePlan(world, { priceCents: 1000, installments: 1 });
  const beginning = { contractorId: contractor.id, planId, discountPercent: 0 };
  const begun = await Promise.allSettled(
    [1, 2, 3].map(() => inTransaction((tx) => startSubscription(tx, world.context, beginning))),
  );
  expect(begun.map(({ status }) => status).toSorted()).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
  ]);
  expect((await booksOf(world, contractor.id)).payments).toHaveLength(1);
  const unknown = inTransaction((tx) =>
    startSubscription(tx, world.context, { ...beginning, planId: 999_999, contractorId: 999_999 }),
  );
  await expect(unknown).rejects.toMatchObject({ code: 'not_found' });
});

test('a visitor is charged while they wait, may be sent to the bank, and no job charges in parallel', async () => {
  const { contractorId, paymentId } = await subscribe(world, { attended: true });
  expect(await waitingTries(world, paymentId)).toBe(0);
  world.gateway.script.push('authenticates');
  const first = await payFirst(world.context, {
    write: async () => paymentId!,
    contractorId,
    returnUrl: page,
  });
  expect(first).toMatchObject({
    status: 'requires_action',
    redirectUrl: expect.stringMatching(/^https:\/\/bank\.example/),
  });
  expect(world.gateway.requests.at(-1)).toMatchObject({ offSession: false, returnUrl: page });
  world.clock.pass(20 * 60);
  await billAllDue(world.context);
  await work(world);
  expect((await booksOf(world, contractorId)).attempts).toMatchObject([
    { state: 'requires_action', kind: 'sign_up' },
  ]);
});

test('the clock charges an abandoned sign-up page’s payment after 15 minutes', async () => {
  const { contractorId } = await subscribe(world, { attended: true });
  world.clock.pass(16 * 60);
  await billAllDue(world.context);
  await work(world);
  expect((await booksOf(world, contractorId)).contractor.paymentStatus).toBe('Paid');
});

test('a declined sign-up isn’t retried automatically, and is reported on the page only', async () => {
  const { contractorId, paymentId } = await subscribe(world, { attended: true });
  world.gateway.script.push('declines');
  const first = await payFirst(world.context, {
    write: async () => paymentId!,
    contractorId,
    returnUrl: page,
  });
  expect(first).toEqual({ status: 'failed', message: 'The card was declined.' });
  const { payments, subscriptions, contractor } = await booksOf(world, contractorId);
  expect(payments).toMatchObject([{ state: 'Failed', nextTryAt: null, automaticTries: 0 }]);
  expect(subscriptions).toMatchObject([{ state: 'pending' }]);
  expect(contractor.paymentStatus).toBe('Failed');
  expect(await mailsOf(world)).toEqual([]);
  const second = await payFirst(world.context, {
    write: async () => paymentId!,
    contractorId,
    returnUrl: page,
  });
  expect(second.status).toBe('succeeded');
  expect((await booksOf(world, contractorId)).contractor.paymentStatus).toBe('Paid');
});

test('a canceled subscription bills and owes nothing more, and the contractor is Canceled', async () => {
  const { contractorId, paymentId } = await subscribe(world);
  world.gateway.script.push('declines');
  await work(world);
  await inTransaction((tx) => cancelNow(tx, world.context, contractorId, null));
  const { contractor, subscriptions, payments } = await booksOf(world, contractorId);
  expect(contractor.paymentStatus).toBe('Canceled');
  expect(subscriptions).toMatchObject([
    { state: 'canceled', canceledAt: world.clock.now(), nextBillingAt: null },
  ]);
  expect(payments).toMatchObject([{ voidedAt: world.clock.now(), nextTryAt: null }]);
  world.clock.pass(60 * daySeconds);
  await billAllDue(world.context);
  await chargeDue(world.context, paymentId!);
  await work(world);
  expect((await booksOf(world, contractorId)).payments).toHaveLength(1);
  const retry = retryPayment(world.context, {
    paymentId: paymentId!,
    contractorId,
    userId: 1,
    returnUrl: page,
  });
  await expect(retry).rejects.toMatchObject({ code: 'conflict' });
});

test('a charge during the cancellation is booked, and the contractor stays Canceled', async () => {
  const { contractorId, paymentId } = await subscribe(world);
  world.gateway.during = () =>
    inTransaction((tx) => cancelNow(tx, world.context, contractorId, null));
  await chargeDue(world.context, paymentId!);
  world.gateway.during = async () => {};
  const { contractor, payments, ledger, subscriptions } = await booksOf(world, contractorId);
  expect(contractor.paymentStatus).toBe('Canceled');
  expect(subscriptions).toMatchObject([{ state: 'canceled' }]);
  expect(payments).toMatchObject([{ state: 'Succeeded', voidedAt: null }]);
  expect(ledger).toHaveLength(1);
});

test('a subscription scheduled to end runs until its year is over; when that is undone it is renewed', async () => {
  const ending = await subscribe(world, { installments: 1 });
  const going = await subscribe(world, { installments: 1 });
  await work(world);
  const end = (contractorId: number, ends: boolean) =>
    inTransaction((tx) => setCancelAtTermEnd(tx, world.context, { contractorId, end: ends }, null));
  await end(ending.contractorId, true);
  await end(going.contractorId, true);
  await end(going.contractorId, false);
  const { termEnd } = (await booksOf(world, ending.contractorId)).subscriptions[0]!;
  world.clock.pass((termEnd.getTime() - world.clock.now().getTime()) / 1000 - daySeconds);
  await billAllDue(world.context);
  expect((await booksOf(world, ending.contractorId)).contractor.paymentStatus).toBe('Paid');
  world.clock.pass(daySeconds);
  await billAllDue(world.context);
  await work(world);
  expect(await booksOf(world, ending.contractorId)).toMatchObject({
    contractor: { paymentStatus: 'Canceled' },
    subscriptions: [{ state: 'canceled' }],
    payments: [{ state: 'Succeeded' }],
  });
  expect(await booksOf(world, going.contractorId)).toMatchObject({
    contractor: { paymentStatus: 'Paid' },
    subscriptions: [{ state: 'active', term: 2 }],
    payments: [{ term: 1 }, { term: 2, state: 'Succeeded' }],
  });
  await expect(end(ending.contractorId, true)).rejects.toMatchObject({ code: 'not_found' });
});

test('a free subscription scheduled to end is over with its current year', async () => {
  const { contractorId } = await subscribe(world, { priceCents: 0, installments: 1, card: false });
  world.clock.pass(500 * daySeconds);
  await inTransaction((tx) =>
    setCancelAtTermEnd(tx, world.context, { contractorId, end: true }, null),
  );
  await billAllDue(world.context);
  expect((await booksOf(world, contractorId)).subscriptions).toMatchObject([
    { state: 'active', term: 2 },
  ]);
  world.clock.pass(231 * daySeconds);
  await billAllDue(world.context);
  expect((await booksOf(world, contractorId)).subscriptions).toMatchObject([{ state: 'canceled' }]);
});

test('a reopened contractor is Renewed and owes the first installment at the current price; paying it makes the contractor Paid', async () => {
  const { contractorId, planId } = await subscribe(world, {
    priceCents: 50_000,
    installments: 1,
    discountPercent: 10,
  });
  await work(world);
  await inTransaction((tx) => cancelNow(tx, world.context, contractorId, null));
  world.clock.pass(366 * daySeconds);
  await world.database.pool.query('update plans set price_cents = 60000 where id = $1', [planId]);
  await inTransaction((tx) => reopenSubscription(tx, world.context, contractorId, null));
  await work(world);
  const { contractor, subscriptions, payments } = await booksOf(world, contractorId);
  expect(contractor.paymentStatus).toBe('Renewed');
  expect(subscriptions).toMatchObject([
    { state: 'canceled' },
    { state: 'pending', priceCents: 60_000, discountPercent: 0 },
  ]);
  expect(payments[1]).toMatchObject({
    state: 'Failed',
    amountCents: 60_000,
    nextTryAt: null,
    failureCode: 'reopened',
  });
  world.clock.pass(9 * daySeconds);
  await billAllDue(world.context);
  await work(world);
  expect((await booksOf(world, contractorId)).contractor.paymentStatus).toBe('Renewed');
  const retry = { paymentId: payments[1]!.id, contractorId, userId: 1, returnUrl: page };
  expect((await retryPayment(world.context, retry)).status).toBe('succeeded');
  const paid = await booksOf(world, contractorId);
  expect(paid.contractor.paymentStatus).toBe('Paid');
  // The year begins with its payment, so the waiting time is free.
  expect(paid.subscriptions[1]).toMatchObject({ state: 'active', termStart: world.clock.now() });
  expect(paid.payments[1]).toMatchObject({ state: 'Succeeded', periodStart: world.clock.now() });
});

test('a subscription canceled and reopened within its paid period continues: nothing is charged before that period is over', async () => {
  const { contractorId, planId } = await subscribe(world, {
    priceCents: 120_000,
    discountPercent: 10,
  });
  await work(world);
  world.clock.pass(25 * daySeconds);
  // The next installment is already listed.
  await billAllDue(world.context);
  const before = (await booksOf(world, contractorId)).subscriptions[0]!;
  await inTransaction((tx) => cancelNow(tx, world.context, contractorId, null));
  await world.database.pool.query('update plans set price_cents = 240000 where id = $1', [planId]);
  const { paidUntil } = await inTransaction((tx) =>
    reopenSubscription(tx, world.context, contractorId, null),
  );
  expect(paidUntil).toEqual(before.nextBillingAt);
  await expect(
    inTransaction((tx) => reopenSubscription(tx, world.context, contractorId, null)),
  ).rejects.toMatchObject({
    code: 'conflict',
  });
  await billAllDue(world.context);
  await work(world);
  const { contractor, subscriptions, attempts } = await booksOf(world, contractorId);
  expect(contractor.paymentStatus).toBe('Paid');
  expect(subscriptions).toMatchObject([
    {
      id: before.id,
      state: 'active',
      canceledAt: null,
      priceCents: 120_000,
      discountPercent: 10,
      nextBillingAt: paidUntil,
    },
  ]);
  expect(attempts).toHaveLength(1);
  world.clock.pass((paidUntil!.getTime() - world.clock.now().getTime()) / 1000);
  await billAllDue(world.context);
  await work(world);
  const after = await booksOf(world, contractorId);
  expect(after.payments).toMatchObject([
    { state: 'Succeeded' },
    { state: 'Succeeded', installment: 2, amountCents: 9000 },
  ]);
});

test.each([
  [
    'refunded',
    async (contractorId: number) => {
      await world.database.pool.query(
        'update payments set refunded_cents = amount_cents where contractor_id = $1',
        [contractorId],
      );
    },
  ],
  [
    'for another plan',
    async (contractorId: number) => {
      const planId = await makePlan(world, { priceCents: 60_000, installments: 1 });
      await world.database.pool.query('update contractors set plan_id = $2 where id = $1', [
        contractorId,
        planId,
      ]);
    },
  ],
])('a payment that is %s reopens nothing: the subscription restarts', async (_what, happens) => {
  const { contractorId } = await subscribe(world);
  await work(world);
  await inTransaction((tx) => cancelNow(tx, world.context, contractorId, null));
  await happens(contractorId);
  const { paidUntil } = await inTransaction((tx) =>
    reopenSubscription(tx, world.context, contractorId, null),
  );
  expect(paidUntil).toBeNull();
  expect(await booksOf(world, contractorId)).toMatchObject({
    contractor: { paymentStatus: 'Renewed' },
    subscriptions: [{ state: 'canceled' }, { state: 'pending' }],
  });
});

test('only a canceled contractor can be reopened, and a free plan has no payment to wait for', async () => {
  const { contractorId } = await subscribe(world, { priceCents: 0, installments: 1 });
  const reopen = () =>
    inTransaction((tx) => reopenSubscription(tx, world.context, contractorId, null));
  await expect(reopen()).rejects.toMatchObject({ code: 'conflict' });
  await inTransaction((tx) => cancelNow(tx, world.context, contractorId, null));
  await reopen();
  expect((await booksOf(world, contractorId)).contractor.paymentStatus).toBe('Unpaid');
  await expect(reopen()).rejects.toMatchObject({ code: 'conflict' });
});

test('a contractor without an e-mail address is still charged', async () => {
  const contractor = await makeContractor(world, { email: '' });
  const planId = await makePlan(world, { priceCents: 5000, installments: 1 });
  await giveCard(world, contractor.id);
  await inTransaction((tx) =>
    startSubscription(tx, world.context, {
      contractorId: contractor.id,
      planId,
      discountPercent: 0,
    }),
  );
  await work(world);
  expect((await booksOf(world, contractor.id)).contractor.paymentStatus).toBe('Paid');
  expect(await mailsOf(world)).toEqual([]);
});
