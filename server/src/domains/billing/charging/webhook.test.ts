import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, visitor, type TestApp } from '../../../../test/app.ts';
import {
  startStripe,
  stripeKeys,
  type StripeImitation,
} from '../../../../test/stripe-imitation.ts';
import { signBody } from '../../../platform/crypto/secrets.ts';
import type { CardSource } from '../gateway/port.ts';
import { sandboxSecret } from '../gateway/sandbox-jobs.ts';

const typed: CardSource = {
  details: {
    number: '4242424242424242',
    expireMonth: 12,
    expireYear: 2098,
    cvc: '907',
    name: 'Ann Acme',
    zip: '78701',
  },
};

/** A charge without a payment in our books. */
async function charge({ deps: { gateway } }: TestApp, source: CardSource) {
  const { id: customerId } = await gateway.createCustomer({
    reference: 'x',
    name: 'Acme',
    email: 'acme@example.com',
  });
  const { id: cardId } = await gateway.attachCard(customerId, source, 'attach');
  const rest = {
    description: 'Pro',
    metadata: {},
    offSession: true,
    returnUrl: '',
    idempotencyKey: 'charge',
  };
  return gateway.charge({ customerId, cardId, amountCents: 5000, ...rest });
}

const keptEvents = async (app: TestApp) =>
  (
    await app.deps.database.pool.query<{ type: string; gateway: string }>(
      'select type, gateway from gateway_events order by type',
    )
  ).rows;

describe('the webhook of the sandbox', () => {
  let app: TestApp;
  let secret: string;
  beforeAll(async () => {
    app = await createTestApp({ demo: false });
    secret = sandboxSecret(app.deps.keys);
  });
  afterAll(() => app.close());

  const body = JSON.stringify({
    id: 'evt_1',
    type: 'payment_method.attached',
    created: 1_800_000_000,
    object: { id: 'pm_1' },
  });
  const post = (payload: string, signature?: string) =>
    visitor(app).call('POST', '/integrations/payments/events', {
      payload,
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'cross-site',
        ...(signature !== undefined && { 'stripe-signature': signature }),
      },
    });

  test('accepts a signed event from any address without a session, and its repetition is a duplicate', async () => {
    const first = await post(body, signBody(secret, body, app.clock.now()));
    expect([first.statusCode, first.json()]).toEqual([200, { received: true, duplicate: false }]);
    const again = await post(body, signBody(secret, body, app.clock.now()));
    expect(again.json()).toEqual({ received: true, duplicate: true });
    expect(await keptEvents(app)).toEqual([{ type: 'other', gateway: 'sandbox' }]);
  });

  test('rejects a forged, stale, modified, or unsigned event and stores nothing', async () => {
    const now = app.clock.now();
    const other = body.replace('evt_1', 'evt_2');
    const wrong = [
      signBody('not the secret of the two sides', other, now),
      signBody(secret, body, now),
      signBody(secret, other, new Date(now.getTime() - 301_000)),
      't=1,v1=00',
      undefined,
    ];
    for (const signature of wrong) expect((await post(other, signature)).statusCode).toBe(401);
    expect((await post('{"id":"evt_3"}', signBody(secret, '{"id":"evt_3"}', now))).statusCode).toBe(
      422,
    );
    expect(await keptEvents(app)).toHaveLength(1);
  });

  test('sandbox events are booked automatically', async () => {
    const made = await charge(app, typed);
    await app.work();
    const { rows } = await app.deps.database.pool.query(
      "select content from gateway_events where type = 'charge'",
    );
    expect(rows).toMatchObject([
      { content: { charge: { id: made.id, status: 'succeeded', amountCents: 5000 } } },
    ]);
  });

  test('serves the bank page', async () => {
    const { deps } = app;
    const { id: customerId } = await deps.gateway.createCustomer({
      reference: 'y',
      name: 'Acme',
      email: 'a@example.com',
    });
    const details = {
      ...('details' in typed && typed.details),
      number: '4000002760003184',
    } as never;
    const { id: cardId } = await deps.gateway.attachCard(customerId, { details }, 'attach 2');
    const rest = {
      description: '',
      metadata: {},
      offSession: false,
      returnUrl: 'http://localhost:3000/billing',
    };
    const waiting = await deps.gateway.charge({
      customerId,
      cardId,
      amountCents: 5000,
      idempotencyKey: 'charge 2',
      ...rest,
    });
    const client = visitor(app);
    const { pathname } = new URL(waiting.redirectUrl ?? '');
    expect((await client.get(pathname)).body).toContain('Authenticate this payment');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answered = await client.call('POST', pathname, { payload: 'answer=complete', headers });
    expect([answered.statusCode, answered.headers['location']]).toEqual([
      303,
      `http://localhost:3000/billing?payment_intent=${waiting.id}`,
    ]);
  });
});

describe('the webhook of Stripe', () => {
  let app: TestApp;
  let stripe: StripeImitation;
  beforeAll(async () => {
    stripe = await startStripe(() => app.clock.now());
    app = await createTestApp({ demo: false, env: { ...stripeKeys, STRIPE_API_URL: stripe.url } });
  });
  afterAll(async () => {
    await app.close();
    await stripe.close();
  });

  test('verifies and accepts Stripe’s posts', async () => {
    const made = await charge(app, { paymentMethodId: 'pm_card_visa', name: 'Ann', zip: '78701' });
    expect(app.deps.gateway.name).toBe('stripe');
    await app.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.app.server.address() as AddressInfo;
    expect(
      await stripe.sendEvents(`http://127.0.0.1:${port}/api/v1/integrations/payments/events`),
    ).toEqual([200, 200]);
    expect(await keptEvents(app)).toEqual([
      { type: 'charge', gateway: 'stripe' },
      { type: 'other', gateway: 'stripe' },
    ]);
    const { rows } = await app.deps.database.pool.query(
      "select content from gateway_events where type = 'charge'",
    );
    expect(rows).toMatchObject([{ content: { charge: { id: made.id, status: 'succeeded' } } }]);
  });

  test('has no sandbox bank page', async () => {
    expect((await visitor(app).get('/sandbox/authenticate/pi_sandbox_1')).statusCode).toBe(404);
  });
});
