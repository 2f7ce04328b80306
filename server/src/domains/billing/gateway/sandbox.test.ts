import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testCards } from '@lintel/contract/billing/test-cards';
import { TestClock } from '../../../../test/edges.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import {
  gatewayContract,
  type CardKind,
  type GatewayWorld,
} from '../../../../test/gateway-contract.ts';
import { readConfig } from '../../../platform/config.ts';
import { openKeys } from '../../../platform/crypto/keys.ts';
import { createServer } from '../../../platform/http/server.ts';
import { workOffJobs } from '../../../platform/jobs/worker.ts';
import { GatewayRefusal, type CardDetails } from './port.ts';
import { sandboxGateway, type SandboxGateway } from './sandbox.ts';
import { sandboxJobs, sandboxSecret } from './sandbox-jobs.ts';
import { sandboxPages } from './sandbox-page.ts';

const numbers: Record<CardKind, string> = {
  good: '4242424242424242',
  mastercard: '5555 5555 5555 4444',
  declined: '4000000000000002',
  insufficient: '4000000000009995',
  expired: '4000000000000069',
  'wrong-cvc': '4000000000000127',
  'wrong-zip': '4000000000000036',
  'fails-later': '4000000000000341',
  'authenticates-once': '4000002500003155',
  'authenticates-always': '4000002760003184',
};
const typed = (number: string, rest: Partial<CardDetails> = {}): { details: CardDetails } => ({
  details: {
    number,
    expireMonth: 11,
    expireYear: 2098,
    cvc: '9071',
    name: 'Ann Acme',
    zip: '78701',
    ...rest,
  },
});
const source = (kind: CardKind) => typed(numbers[kind], { cvc: '907' });
const publicUrl = 'http://localhost:3000';

interface SandboxWorld extends GatewayWorld {
  gateway: SandboxGateway;
  database: TestDatabase;
  call(
    method: 'GET' | 'POST',
    path: string,
    options?: Pick<InjectOptions, 'payload' | 'headers'>,
  ): Promise<LightMyRequestResponse>;
  /** Whether the receiver is unavailable. */
  away: boolean;
}

async function openSandbox(): Promise<SandboxWorld> {
  const database = await createTestDatabase();
  const clock = new TestClock(new Date());
  const keys = await openKeys({ encryptionKey: 'ab'.repeat(32), dataDir: '' });
  const world = { db: database.db, clock, publicUrl };
  const gateway = sandboxGateway({ ...world, secret: sandboxSecret(keys) });
  const app = await createServer({ logger: pino({ level: 'silent' }) });
  await app.register(
    sandboxPages({
      ...world,
      gateway,
      config: readConfig({ NODE_ENV: 'test', PUBLIC_URL: publicUrl }),
    }),
  );
  const taken: { body: string; signature: string }[] = [];
  const deliver = async (body: string, signature: string): Promise<void> => {
    if (opened.away) throw new Error('The receiver is away');
    taken.push({ body, signature });
  };
  const jobs = sandboxJobs({ clock, keys }, deliver);
  const own = {
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/x-www-form-urlencoded',
  };
  const call: SandboxWorld['call'] = (method, url, options) =>
    app.inject({ method, url, ...options });
  const opened: SandboxWorld = {
    gateway,
    clock,
    database,
    source,
    call,
    away: false,
    authenticate: async (redirectUrl, answer) => {
      const page = new URL(redirectUrl);
      expect(page.origin).toBe(publicUrl);
      return String(
        (await call('POST', page.pathname, { payload: `answer=${answer}`, headers: own })).headers[
          'location'
        ],
      );
    },
    takeEvents: async () => {
      await workOffJobs(database.pool, jobs);
      return taken.splice(0);
    },
    endCustomer: (customerId) => gateway.endCustomer(customerId),
    dispute: ({ id, amountCents }) => gateway.dispute({ id, amountCents }),
    decideDispute: async (id, won) => {
      const payload = `answer=${won ? 'win' : 'lose'}`;
      const page = new URL(gateway.disputeUrl(id));
      await call('POST', page.pathname, { payload, headers: own });
    },
    close: async () => {
      await app.close();
      await database.close();
    },
  };
  return opened;
}

describe('the sandbox', () => {
  gatewayContract(openSandbox);
});

describe('the sandbox alone', () => {
  test('charges and disputes a dispute test card; only its page decides, once', async () => {
    const card = testCards.find(
      ({ behavior }) => 'charged' in behavior && behavior.charged === 'disputed',
    );
    const customerId = await customer();
    const { id: cardId } = await gateway.attachCard(
      customerId,
      typed(card!.number, { cvc: '907' }),
      key(),
    );
    await world.takeEvents();
    await gateway.charge({
      customerId,
      cardId,
      amountCents: 9900,
      description: 'Pro',
      metadata: {},
      offSession: true,
      returnUrl: `${publicUrl}/billing`,
      idempotencyKey: key(),
    });
    const sent = (await world.takeEvents()).map(({ body, signature }) =>
      gateway.readEvent(body, signature),
    );
    expect(sent.map((event) => event?.type)).toEqual(['charge', 'dispute', 'dispute']);
    const told = sent[1];
    if (told?.type !== 'dispute') throw new Error('No event of the dispute');
    const path = new URL(gateway.disputeUrl(told.dispute.id)).pathname;
    expect((await world.call('GET', path)).body).toContain('$99.00');
    const elsewhere = {
      'sec-fetch-site': 'cross-site',
      'content-type': 'application/x-www-form-urlencoded',
    };
    const foreign = await world.call('POST', path, { payload: 'answer=win', headers: elsewhere });
    expect(foreign.statusCode).toBe(403);
    await world.decideDispute(told.dispute.id, false);
    await world.decideDispute(told.dispute.id, true);
    expect((await world.call('GET', path)).body).toContain('This dispute was lost');
    expect((await world.call('GET', '/sandbox/dispute/dp_sandbox_1')).statusCode).toBe(404);
  });

  let world: SandboxWorld;
  let gateway: SandboxGateway;
  beforeAll(async () => {
    world = await openSandbox();
    gateway = world.gateway;
  });
  afterAll(() => world.close());

  let count = 0;
  const key = (): string => `key-${(count += 1)}`;
  const customer = async () =>
    (await gateway.createCustomer({ reference: key(), name: 'Acme', email: 'a@example.com' })).id;
  async function charged(kind: CardKind, amountCents = 123_456) {
    const customerId = await customer();
    const { id: cardId } = await gateway.attachCard(customerId, source(kind), key());
    const returnUrl = `${publicUrl}/billing`;
    const rest = {
      description: 'Pro',
      metadata: {},
      offSession: false,
      idempotencyKey: key(),
      returnUrl,
    };
    return gateway.charge({ customerId, cardId, amountCents, ...rest });
  }

  test('each published test number behaves as described', async () => {
    const customerId = await customer();
    for (const { number, brand, behavior } of testCards) {
      const added = gateway.attachCard(
        customerId,
        typed(number, { cvc: brand === 'amex' ? '9071' : '907' }),
        key(),
      );
      if ('refusedWith' in behavior)
        await expect(added).rejects.toMatchObject({ code: behavior.refusedWith });
      else
        expect(await added).toMatchObject({
          brand,
          last4: number.slice(-4),
          expireMonth: 11,
          expireYear: 2098,
        });
    }
  });

  test.each([
    ['a number with a wrong digit', typed('4242424242424241'), 'incorrect_number', 'number'],
    ['letters', typed('4242abcd42424242'), 'incorrect_number', 'number'],
    ['an unpublished number', typed('4111111111111111'), 'test_mode_live_card', 'number'],
    [
      'an invalid month',
      typed('4242424242424242', { expireMonth: 13 }),
      'invalid_expiry_month',
      'expiration',
    ],
    [
      'a date in the past',
      typed('4242424242424242', { expireYear: 2020 }),
      'invalid_expiry_year',
      'expiration',
    ],
    ['a CVC that is too long', typed('4242424242424242', { cvc: '9071' }), 'invalid_cvc', 'cvc'],
    ['a CVC that is too short', typed('378282246310005', { cvc: '90' }), 'invalid_cvc', 'cvc'],
    [
      'a browser’s Stripe token',
      { paymentMethodId: 'pm_x', name: '', zip: '' },
      'resource_missing',
      'number',
    ],
  ] as const)('rejects %s on its field of the form', async (_what, card, code, field) => {
    const refused = await gateway
      .attachCard(await customer(), card, key())
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(GatewayRefusal);
    expect(refused).toMatchObject({ code, field });
  });

  test('an expired card is no longer charged', async () => {
    const customerId = await customer();
    const now = world.clock.now();
    const month = { expireMonth: now.getUTCMonth() + 1, expireYear: now.getUTCFullYear() };
    const { id: cardId } = await gateway.attachCard(
      customerId,
      typed(numbers.good, { cvc: '907', ...month }),
      key(),
    );
    const request = {
      customerId,
      cardId,
      amountCents: 100,
      description: '',
      metadata: {},
      offSession: true,
      returnUrl: '',
    };
    expect((await gateway.charge({ ...request, idempotencyKey: key() })).status).toBe('succeeded');
    world.clock.pass(32 * 86_400);
    expect(await gateway.charge({ ...request, idempotencyKey: key() })).toMatchObject({
      status: 'failed',
      failureCode: 'expired_card',
    });
  });

  test('stores neither number nor CVC', async () => {
    await charged('good');
    await gateway.attachCard(await customer(), source('declined'), key()).catch(() => {});
    const tables = [
      'sandbox_cards',
      'sandbox_customers',
      'sandbox_intents',
      'sandbox_answers',
      'graphile_worker._private_jobs',
    ];
    for (const table of tables) {
      const { rows } = await world.database.pool.query<{ row: string }>(
        `select row_to_json(t)::text as row from ${table} t`,
      );
      expect(rows.length).toBeGreaterThan(0);
      for (const { row } of rows)
        expect(row).not.toMatch(/4242424242424242|4000000000000002|"907"|:907\b/);
    }
  });

  test('an undelivered event is retried with a new signature', async () => {
    await world.takeEvents();
    const charge = await charged('good');
    world.away = true;
    expect(await world.takeEvents()).toEqual([]);
    world.away = false;
    world.clock.pass(3600);
    // The queue records a failure a moment later.
    const due =
      "update graphile_worker._private_jobs set run_at = now() - interval '1 second' where last_error is not null";
    await expect.poll(async () => (await world.database.pool.query(due)).rowCount).toBe(2);
    const told = (await world.takeEvents()).map(({ body, signature }) =>
      gateway.readEvent(body, signature),
    );
    expect(told.filter((event) => event?.type === 'charge')).toMatchObject([
      { charge: { id: charge.id } },
    ]);
  });

  test('the bank page shows amount and card, and can be viewed before it is answered', async () => {
    const { redirectUrl, id } = await charged('authenticates-always');
    const { pathname } = new URL(redirectUrl ?? '');
    const page = await world.call('GET', pathname);
    expect(page.statusCode).toBe(200);
    for (const text of [
      '$1,234.56',
      'Visa ending in 3184',
      'Complete authentication',
      'Fail authentication',
    ])
      expect(page.body).toContain(text);
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(page.headers['cache-control']).toBe('no-store');
    expect((await gateway.readCharge(id))?.status).toBe('requires_action');
    await world.authenticate(redirectUrl ?? '', 'complete');
    expect((await world.call('GET', pathname)).body).toContain('This payment was made');
  });

  test('rejects an answer from another website, and doesn’t find an unknown payment', async () => {
    const { redirectUrl, id } = await charged('authenticates-always');
    const { pathname } = new URL(redirectUrl ?? '');
    const foreign = {
      'sec-fetch-site': 'cross-site',
      'content-type': 'application/x-www-form-urlencoded',
    };
    const answer = { payload: 'answer=complete', headers: foreign };
    expect((await world.call('POST', pathname, answer)).statusCode).toBe(403);
    expect((await gateway.readCharge(id))?.status).toBe('requires_action');
    const own = { ...answer, headers: { ...foreign, 'sec-fetch-site': 'same-origin' } };
    expect((await world.call('POST', `${pathname}0`, own)).statusCode).toBe(404);
    expect((await world.call('GET', `${pathname}0`)).statusCode).toBe(404);
  });
});
