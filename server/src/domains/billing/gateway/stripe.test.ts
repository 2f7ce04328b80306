import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestClock } from '../../../../test/edges.ts';
import { gatewayContract, type CardKind } from '../../../../test/gateway-contract.ts';
import {
  startStripe,
  stripeKeys,
  type StripeImitation,
} from '../../../../test/stripe-imitation.ts';
import { GatewayRefusal, type PaymentGateway } from './port.ts';
import { stripeGateway } from './stripe.ts';

const methods: Record<CardKind, string> = {
  good: 'pm_card_visa',
  mastercard: 'pm_card_mastercard',
  declined: 'pm_card_chargeDeclined',
  insufficient: 'pm_card_chargeDeclinedInsufficientFunds',
  expired: 'pm_card_chargeDeclinedExpiredCard',
  'wrong-cvc': 'pm_card_chargeDeclinedIncorrectCvc',
  'wrong-zip': 'pm_card_avsZipFail',
  'fails-later': 'pm_card_chargeCustomerFail',
  'authenticates-once': 'pm_card_authenticationRequiredOnSetup',
  'authenticates-always': 'pm_card_authenticationRequired',
};
const source = (kind: CardKind) => ({
  paymentMethodId: methods[kind],
  name: 'Ann Acme',
  zip: '78701',
});
const open = (
  apiUrl: string,
  clock: TestClock,
  secretKey: string = stripeKeys.STRIPE_SECRET_KEY,
): PaymentGateway =>
  stripeGateway({ secretKey, webhookSecret: stripeKeys.STRIPE_WEBHOOK_SECRET, apiUrl, clock });

describe('Stripe', () => {
  gatewayContract(async () => {
    const clock = new TestClock(new Date());
    const stripe = await startStripe(() => clock.now());
    return {
      gateway: open(stripe.url, clock),
      clock,
      source,
      authenticate: async (redirectUrl, answer) => {
        const { headers } = await fetch(`${redirectUrl}?answer=${answer}`, { redirect: 'manual' });
        return headers.get('location') ?? '';
      },
      takeEvents: async () => stripe.takeEvents(),
      endCustomer: async (customerId) => stripe.deleteCustomer(customerId),
      dispute: async ({ id }) => stripe.dispute(id),
      decideDispute: async (id, won) => stripe.decideDispute(id, won),
      close: stripe.close,
    };
  });
});

describe('Stripe alone', () => {
  let stripe: StripeImitation;
  let gateway: PaymentGateway;
  const clock = new TestClock(new Date());
  beforeAll(async () => {
    stripe = await startStripe(() => clock.now());
    gateway = open(stripe.url, clock);
  });
  afterAll(() => stripe.close());

  let count = 0;
  const key = (): string => `key-${(count += 1)}`;
  async function prepared(kind: CardKind) {
    const { id: customerId } = await gateway.createCustomer({
      reference: key(),
      name: 'Acme',
      email: 'acme@example.com',
    });
    const { id: cardId } = await gateway.attachCard(customerId, source(kind), key());
    const returnUrl = 'http://localhost:3000/billing';
    return {
      customerId,
      cardId,
      returnUrl,
      amountCents: 5000,
      description: 'Pro',
      metadata: {},
      offSession: true,
    };
  }

  test('rejects a typed card number: browsers send cards to Stripe', async () => {
    const { customerId } = await prepared('good');
    const details = {
      number: '4242424242424242',
      expireMonth: 1,
      expireYear: 2099,
      cvc: '123',
      name: 'Ann',
      zip: '78701',
    };
    const refused = await gateway
      .attachCard(customerId, { details }, key())
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(GatewayRefusal);
    expect(refused).toMatchObject({ code: 'raw_card_number', field: 'number' });
  });

  test('retries after a lost answer, and the card is charged once', async () => {
    const request = { ...(await prepared('good')), idempotencyKey: key() };
    stripe.takeEvents();
    stripe.loseAnswers(1);
    expect((await gateway.charge(request)).status).toBe('succeeded');
    expect(stripe.takeEvents()).toHaveLength(1);
  });

  test('when every answer is lost the result is unknown, and the charge is found later', async () => {
    const request = { ...(await prepared('good')), idempotencyKey: key() };
    stripe.loseAnswers(3);
    const lost = await gateway.charge(request).catch((error: unknown) => error);
    expect(lost).toBeInstanceOf(Error);
    expect(lost).not.toBeInstanceOf(GatewayRefusal);
    const found = await gateway.findCharge(request);
    expect(found).toMatchObject({ status: 'succeeded', amountCents: 5000 });
    expect(await gateway.charge(request)).toEqual(found);
  });

  test('errors don’t include the request, the customer, or the card', async () => {
    const request = { ...(await prepared('good')), idempotencyKey: key() };
    const stranger = open(stripe.url, clock, 'sk_test_stranger');
    const error = (await stranger.charge(request).catch((thrown: unknown) => thrown)) as Error;
    expect(error).not.toBeInstanceOf(GatewayRefusal);
    expect(error.message).toMatch(/^Stripe rejected the request: StripeAuthenticationError/);
    expect(Object.keys(error)).toEqual([]);
    expect(error.cause).toBeUndefined();
  });

  test('lists all charges across pages, oldest first, and finds the oldest by its key', async () => {
    clock.pass(86_400);
    const from = clock.now();
    const request = await prepared('good');
    const keys = Array.from({ length: 130 }, key);
    const ids: string[] = [];
    for (const idempotencyKey of keys) {
      ids.push((await gateway.charge({ ...request, idempotencyKey })).id);
      clock.pass(1);
    }
    const listed: string[] = [];
    for await (const { id } of gateway.listCharges({ from, to: clock.now() })) listed.push(id);
    expect(listed).toEqual(ids);
    const [oldest = ''] = keys;
    expect(await gateway.findCharge({ ...request, idempotencyKey: oldest })).toMatchObject({
      id: ids[0],
    });
  });
});
