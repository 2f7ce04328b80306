import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  GatewayRefusal,
  type CardSource,
  type Charge,
  type ChargeRequest,
  type GatewayEvent,
  type PaymentGateway,
} from '../src/domains/billing/gateway/port.ts';
import type { TestClock } from './edges.ts';

/** Cards by outcome; each gateway has its own names for them. */
export const cardKinds = [
  'good',
  'mastercard',
  'declined',
  'insufficient',
  'expired',
  'wrong-cvc',
  'wrong-zip',
  'fails-later',
  'authenticates-once',
  'authenticates-always',
] as const;
export type CardKind = (typeof cardKinds)[number];

/** A gateway and the actions of its other side. */
export interface GatewayWorld {
  gateway: PaymentGateway;
  clock: TestClock;
  source(kind: CardKind): CardSource;
  /** The person's action on the bank's page; returns the return address. */
  authenticate(redirectUrl: string, answer: 'complete' | 'fail'): Promise<string>;
  /** Webhooks sent since the last call. */
  takeEvents(): Promise<{ body: string; signature: string }[]>;
  endCustomer(customerId: string): Promise<void>;
  /** The cardholder disputes a charge at the bank; returns the dispute's id. */
  dispute(charge: Charge): Promise<string>;
  decideDispute(disputeId: string, won: boolean): Promise<void>;
  close(): Promise<void>;
}

const returnUrl = 'http://localhost:3000/billing?tab=payments';

/** The rejection of a call. */
const refusal = (asked: Promise<unknown>): Promise<GatewayRefusal> =>
  asked.then(
    () => expect.unreachable('It was not refused'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(GatewayRefusal);
      return error as GatewayRefusal;
    },
  );

const collect = async <Row>(rows: AsyncIterable<Row>): Promise<Row[]> => {
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  return all;
};

/** The rules for every gateway, so that the rest of the product works with any of them. */
export function gatewayContract(open: () => Promise<GatewayWorld>): void {
  let world: GatewayWorld;
  let count = 0;
  beforeAll(async () => {
    world = await open();
  });
  afterAll(() => world.close());

  const key = (): string => `key-${(count += 1)}`;
  const customer = () =>
    world.gateway.createCustomer({
      reference: key(),
      name: 'Acme Roofing',
      email: 'acme@example.com',
    });

  /** A customer with a card, and the request to charge it. */
  async function prepared(
    kind: CardKind,
    rest: Partial<ChargeRequest> = {},
  ): Promise<ChargeRequest> {
    const { id: customerId } = await customer();
    const card = await world.gateway.attachCard(customerId, world.source(kind), key());
    const common = {
      amountCents: 12_345,
      description: 'Pro, May',
      metadata: { payment: '17', key: 'k' },
      offSession: false,
    };
    return { customerId, cardId: card.id, idempotencyKey: key(), returnUrl, ...common, ...rest };
  }

  const events = async (): Promise<GatewayEvent[]> => {
    const sent = await world.takeEvents();
    return sent.map(
      ({ body, signature }) => world.gateway.readEvent(body, signature) as GatewayEvent,
    );
  };
  const eventsOf = async (type: GatewayEvent['type']) =>
    (await events()).filter((event) => event.type === type);

  test('stores a valid card with brand, last four digits, and expiry', async () => {
    const { id } = await customer();
    const card = await world.gateway.attachCard(id, world.source('good'), key());
    expect(Object.keys(card).toSorted()).toEqual([
      'brand',
      'expireMonth',
      'expireYear',
      'id',
      'last4',
    ]);
    expect(card).toMatchObject({ brand: 'visa', last4: '4242' });
    expect(card.id).toMatch(/^pm_\w+$/);
    expect(card.expireYear).toBeGreaterThanOrEqual(world.clock.now().getUTCFullYear());
    const other = await world.gateway.attachCard(id, world.source('mastercard'), key());
    expect(other).toMatchObject({ brand: 'mastercard', last4: '4444' });
  });

  test.each([
    ['declined', 'card_declined', null],
    ['insufficient', 'insufficient_funds', null],
    ['expired', 'expired_card', 'expiration'],
    ['wrong-cvc', 'incorrect_cvc', 'cvc'],
    ['wrong-zip', 'incorrect_zip', 'address_zip'],
  ] as const)(
    'rejects a card that is %s when it is added, on its form field',
    async (kind, code, field) => {
      const { id } = await customer();
      const refused = await refusal(world.gateway.attachCard(id, world.source(kind), key()));
      expect(refused).toMatchObject({ code, field });
      expect(refused.message).not.toBe('');
    },
  );

  test('a charge takes the money, keeps its metadata, and can be read again', async () => {
    const request = await prepared('good');
    const charge = await world.gateway.charge(request);
    expect(charge).toMatchObject({
      status: 'succeeded',
      amountCents: 12_345,
      refundedCents: 0,
      redirectUrl: null,
      failureCode: '',
      failureMessage: '',
      metadata: request.metadata,
    });
    expect(Math.abs(charge.createdAt.getTime() - world.clock.now().getTime())).toBeLessThan(2000);
    expect(await world.gateway.readCharge(charge.id)).toEqual(charge);
    expect(await world.gateway.readCharge('pi_unknown')).toBeNull();
  });

  test('keeps a card that is declined later, and its charge fails with a reason', async () => {
    const request = await prepared('fails-later');
    const charge = await world.gateway.charge(request);
    expect(charge).toMatchObject({
      status: 'failed',
      failureCode: 'card_declined',
      redirectUrl: null,
    });
    expect(charge.failureMessage).toMatch(/declined/);
    expect(await world.gateway.charge(request)).toEqual(charge);
    expect(await world.gateway.readCharge(charge.id)).toMatchObject({
      status: 'failed',
      failureCode: 'card_declined',
    });
  });

  test('a charge that needs authentication sends the person to the bank and back, and succeeds', async () => {
    const charge = await world.gateway.charge(await prepared('authenticates-always'));
    expect(charge.status).toBe('requires_action');
    expect(charge.redirectUrl).toMatch(/^http/);
    const back = new URL(await world.authenticate(charge.redirectUrl ?? '', 'complete'));
    expect([back.pathname, back.searchParams.get('tab')]).toEqual(['/billing', 'payments']);
    expect(back.searchParams.get('payment_intent')).toBe(charge.id);
    expect(await world.gateway.readCharge(charge.id)).toMatchObject({
      status: 'succeeded',
      redirectUrl: null,
      failureCode: '',
    });
  });

  test('a charge fails when the person fails to authenticate', async () => {
    const charge = await world.gateway.charge(await prepared('authenticates-always'));
    expect(await world.authenticate(charge.redirectUrl ?? '', 'fail')).toContain(
      `payment_intent=${charge.id}`,
    );
    expect(await world.gateway.readCharge(charge.id)).toMatchObject({
      status: 'failed',
      failureCode: 'payment_intent_authentication_failure',
    });
    await world.authenticate(charge.redirectUrl ?? '', 'complete');
    expect((await world.gateway.readCharge(charge.id))?.status).toBe('failed');
  });

  test('a renewal that needs authentication fails without the cardholder', async () => {
    for (const kind of ['authenticates-once', 'authenticates-always'] as const) {
      const charge = await world.gateway.charge(await prepared(kind, { offSession: true }));
      expect(charge).toMatchObject({
        status: 'failed',
        failureCode: 'authentication_required',
        redirectUrl: null,
      });
    }
  });

  test('a card authenticated once renews without authentication, unless it always requires it', async () => {
    for (const [kind, status] of [
      ['authenticates-once', 'succeeded'],
      ['authenticates-always', 'failed'],
    ] as const) {
      const request = await prepared(kind);
      const first = await world.gateway.charge(request);
      await world.authenticate(first.redirectUrl ?? '', 'complete');
      expect(
        (await world.gateway.charge({ ...request, idempotencyKey: key(), offSession: true }))
          .status,
      ).toBe(status);
    }
  });

  test('a repeated key charges nothing more and returns the first response, even after the charge has progressed', async () => {
    const request = await prepared('authenticates-always');
    const first = await world.gateway.charge(request);
    await world.authenticate(first.redirectUrl ?? '', 'complete');
    expect(await world.gateway.charge(request)).toEqual(first);
    expect(
      (await eventsOf('charge')).filter(
        (event) => event.type === 'charge' && event.charge.id === first.id,
      ),
    ).toHaveLength(2);
  });

  test('rejects a repeated key for another charge, and charges nothing', async () => {
    const request = await prepared('good');
    const first = await world.gateway.charge(request);
    const again = world.gateway.charge({ ...request, amountCents: 99_999 });
    await expect(again).rejects.toThrow();
    await expect(again).rejects.not.toBeInstanceOf(GatewayRefusal);
    expect(await world.gateway.findCharge(request)).toEqual(first);
  });

  test('two parallel requests with one key charge once', async () => {
    const request = await prepared('good');
    await world.takeEvents();
    const [one, other] = await Promise.all([
      world.gateway.charge(request),
      world.gateway.charge(request),
    ]);
    expect(other).toEqual(one);
    expect(await eventsOf('charge')).toHaveLength(1);
  });

  test('adding a card and creating a customer happen once for the same input', async () => {
    const words = { reference: key(), name: 'Acme', email: 'acme@example.com' };
    const { id } = await world.gateway.createCustomer(words);
    expect(await world.gateway.createCustomer(words)).toEqual({ id });
    expect((await world.gateway.createCustomer({ ...words, name: 'Other' })).id).not.toBe(id);
    const once = key();
    const card = await world.gateway.attachCard(id, world.source('good'), once);
    expect(await world.gateway.attachCard(id, world.source('good'), once)).toEqual(card);
    expect((await world.gateway.attachCard(id, world.source('good'), key())).id).not.toBe(card.id);
    await expect(world.gateway.attachCard(id, world.source('mastercard'), once)).rejects.toThrow();
  });

  test('a charge is refunded in parts up to its total, once for each key', async () => {
    const { gateway } = world;
    const { id: chargeId } = await gateway.charge(await prepared('good', { amountCents: 10_000 }));
    const part = { chargeId, amountCents: 2500, idempotencyKey: key() };
    const refund = await gateway.refund(part);
    expect(refund).toMatchObject({ chargeId, status: 'succeeded', amountCents: 2500 });
    expect(await gateway.refund(part)).toEqual(refund);
    const tooMuch = await refusal(
      gateway.refund({ chargeId, amountCents: 7501, idempotencyKey: key() }),
    );
    expect(tooMuch.code).toBe('amount_too_large');
    expect((await gateway.readCharge(chargeId))?.refundedCents).toBe(2500);
    await gateway.refund({ chargeId, amountCents: 7500, idempotencyKey: key() });
    expect((await gateway.readCharge(chargeId))?.refundedCents).toBe(10_000);
    const more = await refusal(gateway.refund({ chargeId, amountCents: 1, idempotencyKey: key() }));
    expect(more.code).toBe('charge_already_refunded');
  });

  test('two parallel refunds return no more than was paid', async () => {
    const { id: chargeId } = await world.gateway.charge(
      await prepared('good', { amountCents: 10_000 }),
    );
    const refunds = [6000, 6000].map((amountCents) =>
      world.gateway.refund({ chargeId, amountCents, idempotencyKey: key() }),
    );
    const done = await Promise.allSettled(refunds);
    expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await world.gateway.readCharge(chargeId))?.refundedCents).toBe(6000);
  });

  test('rejects refunds of unpaid charges, and charges below the minimum', async () => {
    const failed = await world.gateway.charge(await prepared('fails-later'));
    await refusal(
      world.gateway.refund({ chargeId: failed.id, amountCents: 100, idempotencyKey: key() }),
    );
    const small = await refusal(world.gateway.charge(await prepared('good', { amountCents: 49 })));
    expect(small.code).toBe('amount_too_small');
  });

  test('finds a charge whose response was lost by its key and customer', async () => {
    const request = await prepared('good');
    expect(await world.gateway.findCharge(request)).toBeNull();
    const charge = await world.gateway.charge(request);
    expect(await world.gateway.findCharge(request)).toEqual(charge);
    expect(
      await world.gateway.findCharge({ ...request, customerId: (await customer()).id }),
    ).toBeNull();
    const failing = await prepared('fails-later');
    const failed = await world.gateway.charge(failing);
    expect(await world.gateway.findCharge(failing)).toMatchObject({
      id: failed.id,
      status: 'failed',
    });
  });

  test('cancels a pending charge, and leaves a completed one unchanged', async () => {
    const waiting = await world.gateway.charge(await prepared('authenticates-always'));
    const off = await world.gateway.cancelCharge(waiting.id);
    expect(off).toMatchObject({
      id: waiting.id,
      status: 'failed',
      failureCode: 'canceled',
      redirectUrl: null,
    });
    await world.authenticate(waiting.redirectUrl ?? '', 'complete');
    expect((await world.gateway.readCharge(waiting.id))?.status).toBe('failed');
    const paid = await world.gateway.charge(await prepared('good'));
    expect(await world.gateway.cancelCharge(paid.id)).toEqual(paid);
    await expect(world.gateway.cancelCharge('pi_unknown')).rejects.toThrow();
  });

  test('lists the charges and refunds of a period, oldest first', async () => {
    const { gateway, clock } = world;
    clock.pass(3 * 86_400);
    const from = clock.now();
    const charges: Charge[] = [];
    for (const kind of ['good', 'fails-later', 'good'] as const) {
      charges.push(await gateway.charge(await prepared(kind)));
      clock.pass(2 * 86_400);
    }
    const [first] = charges as [Charge, Charge, Charge];
    const refund = await gateway.refund({
      chargeId: first.id,
      amountCents: 45,
      idempotencyKey: key(),
    });
    const to = clock.now();
    const idsOf = async (range: { from: Date; to: Date }) =>
      (await collect(gateway.listCharges(range))).map(({ id }) => id);
    const ids = charges.map(({ id }) => id);
    expect(await idsOf({ from, to })).toEqual(ids);
    expect(await idsOf({ from, to: new Date(to.getTime() - 2 * 86_400_000) })).toEqual(
      ids.slice(0, 2),
    );
    expect(await idsOf({ from: new Date(from.getTime() + 86_400_000), to })).toEqual(ids.slice(1));
    const [listed, , untouched] = await collect(gateway.listCharges({ from, to }));
    expect([listed?.refundedCents, listed?.metadata, untouched?.refundedCents]).toEqual([
      45,
      first.metadata,
      0,
    ]);
    expect(await collect(gateway.listRefunds({ from, to }))).toEqual([]);
    expect(await collect(gateway.listRefunds({ from, to: new Date(to.getTime() + 1000) }))).toEqual(
      [refund],
    );
  });

  test('reports a dispute with each movement of money, and lists the movements', async () => {
    const { gateway, clock } = world;
    const from = clock.now();
    const charge = await gateway.charge(await prepared('good'));
    await world.takeEvents();
    const id = await world.dispute(charge);
    const opened = await eventsOf('dispute');
    expect(opened).toHaveLength(2);
    expect(opened[0]).toMatchObject({
      type: 'dispute',
      dispute: {
        id,
        chargeId: charge.id,
        state: 'open',
        isInquiry: false,
        amountCents: charge.amountCents,
        reason: 'fraudulent',
        movements: [{ disputeId: id, amountCents: -charge.amountCents, feeCents: 1500 }],
      },
    });
    clock.pass(86_400);
    await world.decideDispute(id, true);
    const [closed] = await eventsOf('dispute');
    if (closed?.type !== 'dispute') throw new Error('No event of the dispute');
    expect(closed.dispute).toMatchObject({ state: 'won' });
    expect(closed.dispute.movements.map(({ amountCents }) => amountCents)).toEqual([
      -charge.amountCents,
      charge.amountCents,
    ]);
    const to = new Date(clock.now().getTime() + 1000);
    expect(await collect(gateway.listDisputeMovements({ from, to }))).toEqual(
      closed.dispute.movements,
    );
    expect(gateway.disputeUrl(id)).toContain(id);
  });

  test('a successful, failed, or pending charge sends a signed event', async () => {
    for (const [kind, status] of [
      ['good', 'succeeded'],
      ['fails-later', 'failed'],
      ['authenticates-always', 'requires_action'],
    ] as const) {
      const request = await prepared(kind);
      await world.takeEvents();
      const charge = await world.gateway.charge(request);
      const [event, ...others] = await eventsOf('charge');
      expect(others).toEqual([]);
      expect(event).toMatchObject({
        type: 'charge',
        charge: { id: charge.id, status, metadata: request.metadata },
      });
      expect(
        Math.abs((event?.happenedAt.getTime() ?? 0) - world.clock.now().getTime()),
      ).toBeLessThan(2000);
    }
  });

  test("a refund's event has the refund and the charge's remaining amount", async () => {
    const { id: chargeId } = await world.gateway.charge(
      await prepared('good', { amountCents: 10_000 }),
    );
    await world.takeEvents();
    const refund = await world.gateway.refund({
      chargeId,
      amountCents: 2500,
      idempotencyKey: key(),
    });
    const told = await events();
    expect(told.find((event) => event.type === 'refund')).toMatchObject({ refund });
    expect(told.find((event) => event.type === 'charge')).toMatchObject({
      charge: { id: chargeId, refundedCents: 2500 },
    });
    expect(new Set(told.map(({ id }) => id)).size).toBe(told.length);
  });

  test("a removed card sends one event, and can't be charged anymore", async () => {
    const request = await prepared('good');
    await world.takeEvents();
    await world.gateway.detachCard(request.cardId);
    await world.gateway.detachCard(request.cardId);
    await world.gateway.detachCard('pm_unknown');
    expect(await eventsOf('card-detached')).toMatchObject([
      { type: 'card-detached', cardId: request.cardId },
    ]);
    expect((await refusal(world.gateway.charge(request))).code).toBe('resource_missing');
    expect(await world.gateway.findCharge(request)).toBeNull();
  });

  test("a customer whom the provider deleted is reported, can't be charged, and can be created again", async () => {
    const words = { reference: key(), name: 'Gone', email: 'gone@example.com' };
    const { id: customerId } = await world.gateway.createCustomer(words);
    const { id: cardId } = await world.gateway.attachCard(customerId, world.source('good'), key());
    await world.takeEvents();
    await world.endCustomer(customerId);
    expect(await events()).toMatchObject([{ type: 'customer-deleted', customerId }]);
    await refusal(world.gateway.charge(await prepared('good', { customerId, cardId })));
    await refusal(world.gateway.attachCard(customerId, world.source('good'), key()));
    const { id: again } = await world.gateway.createCustomer(words);
    expect(again).not.toBe(customerId);
    expect(await world.gateway.createCustomer(words)).toEqual({ id: again });
  });

  test('an unknown kind of event is named and ignored', async () => {
    await world.takeEvents();
    await prepared('good');
    expect(await eventsOf('other')).toMatchObject([
      { type: 'other', name: 'payment_method.attached' },
    ]);
  });

  test('rejects a forged, changed, stale, or unsigned event', async () => {
    const { gateway, clock } = world;
    await world.takeEvents();
    await gateway.charge(await prepared('good'));
    const [{ body, signature } = { body: '', signature: '' }] = (await world.takeEvents()).slice(
      -1,
    );
    expect(gateway.readEvent(body, signature)).not.toBeNull();
    expect(gateway.readEvent(body.replace('12345', '1'), signature)).toBeNull();
    expect(gateway.readEvent(body, signature.replace(/v1=.{6}/, 'v1=000000'))).toBeNull();
    expect(gateway.readEvent(body, signature.replace(/t=\d/, 't=2'))).toBeNull();
    for (const none of [undefined, '', 't=1', 'nonsense'])
      expect(gateway.readEvent(body, none)).toBeNull();
    clock.pass(299);
    expect(gateway.readEvent(body, signature)).not.toBeNull();
    clock.pass(3);
    expect(gateway.readEvent(body, signature)).toBeNull();
  });
}
