import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  booksOf,
  createBillingWorld,
  daySeconds,
  giveCard,
  subscribe,
  work,
  type BillingWorld,
} from '../../../../test/billing-world.ts';
import { FakeGateway, type Behavior } from '../../../../test/fake-gateway.ts';
import { billAllDue } from '../subscriptions/bill-due.ts';
import { chargeDue } from './charging.ts';
import { receiveEvent } from './events.ts';
import type { GatewayEvent } from '../gateway/port.ts';
import { gatewayEvents } from '../payments/tables.ts';
import { refundPayment } from '../payments/refunds.ts';
import { retryPayment } from './retry.ts';
import { settleAll } from './settle.ts';
import { cancelNow, reopenSubscription } from '../subscriptions/subscriptions.ts';
import { Events } from '../../../platform/events.ts';

let world: BillingWorld;
beforeAll(async () => {
  world = await createBillingWorld();
});
afterAll(() => world.close());

const page = 'http://localhost:3000/card-payments';
const receive = (event: GatewayEvent, of = world) => receiveEvent(of.context, event);
const storedEvents = ({ database } = world) => database.db.select().from(gatewayEvents);
const eventsOf = (type: GatewayEvent['type']): GatewayEvent[] =>
  world.gateway.events.filter((event) => event.type === type);

test('an event before the call’s answer is booked, and the answer books nothing more', async () => {
  const { contractorId, paymentId } = await subscribe(world);
  world.gateway.during = async () => {
    await receive(world.gateway.events.at(-1)!);
    expect((await booksOf(world, contractorId)).ledger).toHaveLength(1);
  };
  await chargeDue(world.context, paymentId!);
  world.gateway.during = async () => {};
  expect(await booksOf(world, contractorId)).toMatchObject({
    ledger: [{ kind: 'charge' }],
    refunds: [],
  });
  expect(world.paid.filter((movement) => movement.contractorId === contractorId)).toHaveLength(1);
});

test('an event is stored once, even with parallel duplicates', async () => {
  const { contractorId, paymentId } = await subscribe(world);
  world.gateway.script.push('lost after');
  world.gateway.usual = 'lost after';
  await chargeDue(world.context, paymentId!);
  world.gateway.usual = 'succeeds';
  const event = world.gateway.events.at(-1)!;
  const answers = await Promise.all(Array.from({ length: 6 }, () => receive(event)));
  expect(answers.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
  expect(await receive(event)).toEqual({ duplicate: true });
  expect((await booksOf(world, contractorId)).ledger).toHaveLength(1);
  const kept = (await storedEvents()).filter(({ id }) => id === event.id);
  expect(kept).toMatchObject([{ type: 'charge', processedAt: world.clock.now(), problem: '' }]);
});

test('older charge events undo nothing: waiting and failing are ignored after a success', async () => {
  const { contractorId, paymentId } = await subscribe(world);
  await chargeDue(world.context, paymentId!);
  const [told] = eventsOf('charge').slice(-1);
  if (told?.type !== 'charge') throw new Error('No event of the charge');
  for (const status of ['requires_action', 'failed'] as const) {
    const stale = {
      ...told,
      id: `evt_${status}_${paymentId}`,
      charge: { ...told.charge, status, failureCode: 'x', failureMessage: 'x' },
    };
    expect(await receive(stale)).toEqual({ duplicate: false });
  }
  expect(await booksOf(world, contractorId)).toMatchObject({
    contractor: { paymentStatus: 'Paid' },
    payments: [{ state: 'Succeeded', failureMessage: '' }],
    attempts: [{ state: 'succeeded' }],
  });
});

test('a success after an abandoned attempt is booked, and the failure is cleared', async () => {
  const { contractorId, paymentId } = await subscribe(world);
  world.gateway.script.push('declines');
  await chargeDue(world.context, paymentId!);
  const [told] = eventsOf('charge').slice(-1);
  if (told?.type !== 'charge') throw new Error('No event of the charge');
  const charge = {
    ...told.charge,
    status: 'succeeded' as const,
    failureCode: '',
    failureMessage: '',
  };
  world.gateway.charges.set(charge.id, charge);
  await receive({ ...told, id: `evt_late_${paymentId}`, charge });
  expect(await booksOf(world, contractorId)).toMatchObject({
    contractor: { paymentStatus: 'Paid' },
    subscriptions: [{ state: 'active' }],
    payments: [{ state: 'Succeeded', nextTryAt: null }],
  });
});

test('the second charge of a payment charged twice is booked and refunded, and the payment is reported once', async () => {
  const { contractorId, paymentId } = await subscribe(world);
  world.gateway.usual = 'lost after';
  await chargeDue(world.context, paymentId!);
  world.gateway.usual = 'succeeds';
  const event = world.gateway.events.at(-1)!;
  // The gateway finds no charge when queried, and reports it after another attempt has paid.
  const { findCharge } = world.gateway;
  world.gateway.findCharge = async () => null;
  world.clock.pass(61);
  await settleAll(world.context);
  world.gateway.findCharge = findCharge.bind(world.gateway);
  await billAllDue(world.context);
  await work(world);
  await receive(event);
  await work(world);
  const { ledger, refunds, payments } = await booksOf(world, contractorId);
  expect(ledger.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
    ['charge', 10_000],
    ['charge', 10_000],
    ['refund', -10_000],
  ]);
  expect(refunds).toMatchObject([{ reason: 'Charged twice', state: 'succeeded' }]);
  expect(payments).toMatchObject([{ state: 'Succeeded', refundedCents: 0 }]);
  expect(world.paid.filter((movement) => movement.contractorId === contractorId)).toHaveLength(1);
  expect(world.refunded.filter((movement) => movement.contractorId === contractorId)).toEqual([]);
  expect(world.warnings.at(-1)).toContain('was charged twice');
});

test('an event about an unknown charge is stored with its problem', async () => {
  const charge = {
    id: 'pi_foreign',
    status: 'succeeded' as const,
    amountCents: 500,
    refundedCents: 0,
    redirectUrl: null,
    failureCode: '',
    failureMessage: '',
    metadata: {},
    createdAt: world.clock.now(),
  };
  const refund = {
    id: 're_foreign',
    chargeId: 'pi_foreign',
    status: 'succeeded',
    amountCents: 1,
    createdAt: world.clock.now(),
  } as const;
  const base = { happenedAt: world.clock.now() };
  expect(await receive({ ...base, id: 'evt_foreign', type: 'charge', charge })).toEqual({
    duplicate: false,
  });
  expect(await receive({ ...base, id: 'evt_foreign_refund', type: 'refund', refund })).toEqual({
    duplicate: false,
  });
  await receive({ ...base, id: 'evt_other', type: 'other', name: 'payout.paid' });
  const kept = new Map((await storedEvents()).map((row) => [row.id, row]));
  expect(kept.get('evt_foreign')).toMatchObject({
    problem: 'Unknown charge pi_foreign',
    processedAt: null,
  });
  expect(kept.get('evt_foreign_refund')?.problem).toContain('re_foreign');
  expect(kept.get('evt_other')).toMatchObject({ problem: '', processedAt: world.clock.now() });
});

test('a refund made at the provider is booked like ours', async () => {
  const { contractorId, paymentId } = await subscribe(world);
  await chargeDue(world.context, paymentId!);
  const { chargeId } = (await booksOf(world, contractorId)).payments[0]!;
  world.gateway.makeRefund(chargeId!, 2500);
  await receive(world.gateway.events.at(-1)!);
  const { payments, refunds, ledger } = await booksOf(world, contractorId);
  expect(payments).toMatchObject([{ refundedCents: 2500 }]);
  expect(refunds).toMatchObject([
    { state: 'succeeded', amountCents: 2500, reason: 'Made at the payment provider' },
  ]);
  expect(ledger.at(-1)).toMatchObject({ kind: 'refund', amountCents: -2500 });
  expect(world.refunded.at(-1)).toMatchObject({
    paymentId,
    refundId: refunds[0]!.id,
    amountCents: 2500,
  });
});

test('a customer deleted by the provider makes the contractor Canceled, and card and customer are deleted', async () => {
  const { contractorId } = await subscribe(world);
  await work(world);
  world.gateway.endCustomer(`cus_${contractorId}`);
  const event = world.gateway.events.at(-1)!;
  await receive(event);
  await receive({ ...event, id: 'evt_told_again' });
  expect(await booksOf(world, contractorId)).toMatchObject({
    contractor: { paymentStatus: 'Canceled' },
    subscriptions: [{ state: 'canceled' }],
  });
  const { rows } = await world.database.pool.query(
    `select (select count(*)::int from gateway_customers where contractor_id = $1) as customers,
            (select count(*)::int from cards where contractor_id = $1 and replaced_at is null) as cards`,
    [contractorId],
  );
  expect(rows[0]).toEqual({ customers: 0, cards: 0 });
});

test('a card detached by the provider is no longer charged', async () => {
  const { contractorId, paymentId } = await subscribe(world);
  const card = await giveCard(world, contractorId);
  await receive({
    id: 'evt_detached',
    happenedAt: world.clock.now(),
    type: 'card-detached',
    cardId: card.paymentMethodId,
  });
  await chargeDue(world.context, paymentId!);
  expect((await booksOf(world, contractorId)).payments).toMatchObject([{ failureCode: 'no_card' }]);
});

type Step =
  | { do: 'pass'; days: number }
  | { do: 'work' | 'settle' | 'retry' | 'cancel' | 'reopen' | 'arrive' }
  | { do: 'charging'; behavior: Behavior }
  | { do: 'refunding'; behavior: 'succeeds' | 'lost before' | 'lost after' }
  | { do: 'authenticate'; passed: boolean }
  | { do: 'deliver'; which: number[] }
  | { do: 'refund'; cents: number; key: number; by: 'us' | 'provider' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('pass' as const), days: fc.constantFrom(0.01, 1, 3, 31) }),
  fc.record({
    do: fc.constantFrom('work', 'work', 'settle', 'retry', 'retry', 'cancel', 'reopen', 'arrive'),
  }),
  fc.record({
    do: fc.constant('charging' as const),
    behavior: fc.constantFrom(
      'succeeds',
      'declines',
      'authenticates',
      'refuses',
      'lost before',
      'lost after',
      'arrives late',
    ),
  }),
  fc.record({
    do: fc.constant('refunding' as const),
    behavior: fc.constantFrom('succeeds', 'lost before', 'lost after'),
  }),
  fc.record({ do: fc.constant('authenticate' as const), passed: fc.boolean() }),
  fc.record({
    do: fc.constant('deliver' as const),
    which: fc.array(fc.nat(40), { minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    do: fc.constant('refund' as const),
    cents: fc.integer({ min: 1, max: 6000 }),
    key: fc.nat(3),
    by: fc.constantFrom('us', 'us', 'provider'),
  }),
) as fc.Arbitrary<Step>;

/** Ignores expected errors. */
const mayFail = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: { code?: string }) => {
    if (error.code === undefined) throw error;
  });

async function run(of: BillingWorld, contractorId: number, one: Step): Promise<void> {
  const { context, gateway, clock, database } = of;
  const { payments } = await booksOf(of, contractorId);
  switch (one.do) {
    case 'pass':
      clock.pass(one.days * daySeconds);
      return billAllDue(context);
    case 'work':
      return work(of);
    case 'settle':
      clock.pass(61);
      return settleAll(context);
    case 'retry': {
      const owed = payments.find(({ state }) => state === 'Failed');
      if (owed)
        await mayFail(
          retryPayment(context, { paymentId: owed.id, contractorId, userId: 1, returnUrl: page }),
        );
      return;
    }
    case 'cancel':
      return database.db.transaction((tx) => cancelNow(tx, context, contractorId, null));
    case 'reopen':
      await mayFail(
        database.db.transaction((tx) => reopenSubscription(tx, context, contractorId, null)),
      );
      return;
    case 'arrive':
      return gateway.arrive();
    case 'charging':
      gateway.usual = one.behavior;
      return;
    case 'refunding':
      gateway.refunding = one.behavior;
      return;
    case 'authenticate':
      for (const { id } of gateway.charges.values()) gateway.authenticate(id, one.passed);
      return;
    case 'deliver': {
      const events = one.which.flatMap(
        (index) => gateway.events[index % Math.max(1, gateway.events.length)] ?? [],
      );
      await Promise.all(events.map((event) => receive(event, of)));
      return;
    }
    case 'refund': {
      const paid = payments.findLast(({ state }) => state === 'Succeeded');
      if (paid?.chargeId == null) return;
      if (one.by === 'us') {
        const asked = {
          paymentId: paid.id,
          amountCents: one.cents,
          reason: 'test',
          userId: 1,
          key: `${contractorId}:${one.key}`,
        };
        await mayFail(refundPayment(context, asked));
      } else if (
        gateway.charges.get(paid.chargeId)!.refundedCents + one.cents <=
        paid.amountCents
      ) {
        gateway.makeRefund(paid.chargeId, one.cents);
      }
    }
  }
}

/** Completes everything open: answers, events, and refunds. */
async function finish(of: BillingWorld, contractorId: number): Promise<void> {
  const { context, gateway, clock, database } = of;
  gateway.usual = 'succeeds';
  gateway.refunding = 'succeeds';
  gateway.script.length = 0;
  gateway.arrive();
  await database.db.transaction((tx) => cancelNow(tx, context, contractorId, null));
  for (let round = 0; round < 3; round += 1) {
    clock.pass(daySeconds + 61);
    await settleAll(context);
    await work(of);
    for (const event of gateway.events.toReversed()) await receive(event, of);
  }
}

async function compare(of: BillingWorld, contractorId: number): Promise<void> {
  const { gateway, paid, refunded } = of;
  const books = await booksOf(of, contractorId);
  const charged = [...gateway.charges.values()].filter(({ status }) => status === 'succeeded');
  const givenBack = [...gateway.refunds.values()];
  const truth = [
    ...charged.map(({ id, amountCents }) => [id, amountCents]),
    ...givenBack.map((one) => [one.id, -one.amountCents]),
  ];
  const sorted = (rows: unknown[][]): unknown[][] =>
    rows.toSorted((a, b) => String(a[0]).localeCompare(String(b[0])));
  // No duplicates, no losses.
  expect(
    sorted(books.ledger.map(({ reference, amountCents }) => [reference, amountCents])),
  ).toEqual(sorted(truth));
  expect(
    books.attempts.filter(({ state }) => state === 'started' || state === 'requires_action'),
  ).toEqual([]);
  expect(books.refunds.filter(({ state }) => state === 'started')).toEqual([]);
  const succeeded = books.payments.filter(({ state }) => state === 'Succeeded');
  const ascending = (ids: number[]): number[] => ids.toSorted((a, b) => a - b);
  expect(ascending(paid.map(({ paymentId }) => paymentId))).toEqual(
    ascending(succeeded.map(({ id }) => id)),
  );
  for (const { chargeId, refundedCents } of succeeded) {
    const own = givenBack.filter((one) => one.chargeId === chargeId);
    expect(refundedCents).toBe(own.reduce((sum, { amountCents }) => sum + amountCents, 0));
  }
  // Extra charges are refunded, and paid ones only on request.
  const unasked = books.refunds
    .filter(({ reason }) => reason === 'Charged twice')
    .map(({ chargeId }) => chargeId);
  expect(unasked.filter((id) => succeeded.some(({ chargeId }) => chargeId === id))).toEqual([]);
  for (const { id, amountCents } of charged.filter((one) =>
    succeeded.every(({ chargeId }) => chargeId !== one.id),
  )) {
    expect(
      givenBack.filter((one) => one.chargeId === id).reduce((sum, one) => sum + one.amountCents, 0),
    ).toBe(amountCents);
  }
  expect(new Set(refunded.map(({ refundId }) => refundId)).size).toBe(refunded.length);
  expect(refunded.reduce((sum, one) => sum + one.amountCents, 0)).toBe(
    succeeded.reduce((sum, one) => sum + one.refundedCents, 0),
  );
  const kept = new Map((await storedEvents(of)).map((row) => [row.id, row]));
  expect(gateway.events.filter(({ id }) => kept.get(id)?.processedAt === null)).toEqual([]);
}

test('in any order, with lost answers and late, repeated, and parallel events, the books match the gateway', async () => {
  // Without the contractors of the other tests, which the clock would charge too.
  const base = await createBillingWorld();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 22 }), async (steps) => {
      const gateway = new FakeGateway(base.clock);
      const [paid, refunded]: [typeof world.paid, typeof world.refunded] = [[], []];
      const { emit } = new Events({
        'payment.succeeded': async (_tx, payment) => void paid.push(payment),
        'payment.refunded': async (_tx, refund) => void refunded.push(refund),
      });
      const own = { ...base, gateway, paid, refunded, context: { ...base.context, gateway, emit } };
      const { contractorId } = await subscribe(own, { priceCents: 60_000 });
      for (const one of steps) await run(own, contractorId, one);
      await finish(own, contractorId);
      await compare(own, contractorId);
    }),
    { numRuns: 60 },
  );
  await base.close();
}, 180_000);
