import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { FastifyInstance, FastifyRequest, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { z } from 'zod';
import { anonymous, signedIn } from '@lintel/contract/core/access';
import { endpoint, type EndpointSpec } from '@lintel/contract/core/endpoint';
import { TestClock } from '../../../test/app.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { AppError } from '../errors.ts';
import type { Account, SessionReader } from '../http/caller.ts';
import { registerOpenApi } from '../http/openapi.ts';
import type { OwnerFinders } from '../http/ownership.ts';
import { registerRoutes } from '../http/register.ts';
import { handle } from '../http/route.ts';
import { createServer } from '../http/server.ts';
import { CallCounter } from '../limits/counter.ts';
import { IdempotencyKeys, keyedCall } from './keys.ts';
import { idempotencyKeys } from '../tables.ts';

const form = z.object({ amount: z.number().positive() });
const done = z.object({ run: z.number(), amount: z.number() });
const pay = {
  method: 'POST',
  summary: 'Pay',
  body: form,
  response: done,
  idempotent: true,
} as const;
const payAsUser = endpoint({ ...pay, name: 'test.pay', path: '/pay', access: signedIn });
const payAgain = endpoint({ ...pay, name: 'test.pay-again', path: '/pay-again', access: signedIn });
const mailAsUser = endpoint({
  ...pay,
  name: 'test.mail',
  path: '/mail',
  access: signedIn,
  body: form.extend({ email: z.string() }),
  mailsTo: 'email',
});
const payAsVisitor = endpoint({ ...pay, name: 'test.visit', path: '/visit', access: anonymous });

/** What the next handler does instead of its work. */
let instead: (() => Promise<void>) | null = null;
let runs: string[] = [];
const work = async ({
  body,
  request,
}: {
  body: z.output<typeof form>;
  request: { idempotencyKey: string };
}) => {
  runs.push(request.idempotencyKey);
  await instead?.();
  return { run: runs.length, amount: body.amount };
};

/** A cookie identifies the caller. */
const sessions: SessionReader = {
  read: async ({ user }) => {
    const account = { id: Number(user), privileges: [], isLimited: false } as unknown as Account;
    return {
      sessionId: '',
      authenticated: account,
      user: account,
      switched: false,
      switchedInto: null,
      address: null,
      provenAt: null,
      needsFactor: false,
    };
  },
};

/** The calls under test contain no ids. */
const noFinders = {} as OwnerFinders;

let app: FastifyInstance;
let database: TestDatabase;
const clock = new TestClock(new Date());
let keys: IdempotencyKeys;
beforeAll(async () => {
  database = await createTestDatabase();
  keys = new IdempotencyKeys(database.db, clock);
  app = await createServer({ logger: pino({ level: 'silent' }) });
  await registerOpenApi(app, { title: 'Test', publicUrl: 'http://localhost:3000' });
  const endpoints: EndpointSpec[] = [payAsUser, payAgain, payAsVisitor, mailAsUser];
  await app.register(async (api) => {
    registerRoutes(
      api,
      endpoints,
      [payAsUser, payAgain, payAsVisitor, mailAsUser].map((spec) => handle(spec, work)),
      {
        publicUrl: 'http://localhost:3000',
        sessions,
        clock,
        counter: new CallCounter(database.db, clock),
        finders: noFinders,
        idempotency: { keys, secret: new Uint8Array(32) },
      },
    );
  });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await database.close();
});
afterEach(async () => {
  instead = null;
  runs = [];
  await database.db.delete(idempotencyKeys);
});

const countKeys = async (): Promise<number> =>
  (await database.db.select().from(idempotencyKeys)).length;

const call = (
  key: string | null,
  { amount = 5, user = '1', url = '/pay', remoteAddress = '10.0.0.1' } = {},
): Promise<LightMyRequestResponse> =>
  app.inject({
    method: 'POST',
    url,
    cookies: { user },
    remoteAddress,
    payload: { amount },
    ...(key !== null && { headers: { 'idempotency-key': key } }),
  });

test('a repeated call gets the first response and does nothing', async () => {
  const first = await call('a key');
  const second = await call('a key');
  expect([first.statusCode, first.json()]).toEqual([200, { run: 1, amount: 5 }]);
  expect([second.statusCode, second.json()]).toEqual([200, { run: 1, amount: 5 }]);
  expect([first.headers['idempotency-replayed'], second.headers['idempotency-replayed']]).toEqual([
    undefined,
    'true',
  ]);
  expect(runs).toEqual(['a key']);
});

test('a call without a key runs each time, with a fresh key for external calls', async () => {
  await call(null);
  await call(null);
  expect(new Set(runs).size).toBe(2);
  expect(await countKeys()).toBe(0);
});

test('two concurrent calls with one key run once', async () => {
  const answers = await Promise.all([call('pair'), call('pair'), call('pair')]);
  expect(answers.map((one) => one.json<{ run: number }>().run)).toEqual([1, 1, 1]);
  expect(runs).toHaveLength(1);
});

test('a second call waits for the first, and fails when that takes too long', async () => {
  let finish = (): void => {};
  instead = () => new Promise((resolve) => (finish = resolve));
  const first = call('slow');
  await expect.poll(() => runs.length).toBe(1);
  const second = await call('slow');
  expect([second.statusCode, second.json<{ error: string }>().error]).toEqual([409, 'in_progress']);
  finish();
  expect((await first).statusCode).toBe(200);
  expect((await call('slow')).json()).toEqual({ run: 1, amount: 5 });
}, 15_000);

test('rejects another request with the same key, on the same endpoint and on another one', async () => {
  await call('mine');
  for (const other of [
    await call('mine', { amount: 6 }),
    await call('mine', { url: '/pay-again' }),
  ]) {
    expect(other.statusCode).toBe(409);
    expect(other.json()).toEqual({
      error: 'idempotency_mismatch',
      message: 'This Idempotency-Key was already used for another request.',
    });
  }
  expect(runs).toHaveLength(1);
});

test('the same key of another user, or of a visitor at another address, is independent', async () => {
  await call('shared', { user: '1' });
  await call('shared', { user: '2' });
  await call('shared', { url: '/visit', remoteAddress: '10.0.0.1' });
  await call('shared', { url: '/visit', remoteAddress: '10.0.0.2' });
  await call('shared', { url: '/visit', remoteAddress: '10.0.0.2' });
  expect(runs).toHaveLength(4);
});

test("a replayed call doesn't count as another message to its addressee", async () => {
  const mail = (key: string) =>
    app.inject({
      method: 'POST',
      url: '/mail',
      cookies: { user: '1' },
      payload: { amount: 5, email: 'friend@mail.test' },
      headers: { 'idempotency-key': key },
    });
  const statuses = async (keys: string[]): Promise<number[]> => {
    const given = [];
    for (const key of keys) given.push((await mail(key)).statusCode);
    return given;
  };
  const again = Array.from({ length: 11 }, () => 'same');
  expect(await statuses(again)).toEqual(again.map(() => 200));
  const others = Array.from({ length: 9 }, (_none, at) => `other ${at}`);
  expect(await statuses([...others, 'one more'])).toEqual([...others.map(() => 200), 429]);
});

test("replays a handler's rejection", async () => {
  instead = async () => {
    throw new AppError('conflict', {
      message: 'The card was declined.',
      fields: { number: 'Declined' },
    });
  };
  const first = await call('declined');
  instead = null;
  const second = await call('declined');
  expect(first.statusCode).toBe(409);
  expect(second.json()).toEqual(first.json());
  expect(second.json()).toEqual({
    error: 'conflict',
    message: 'The card was declined.',
    fields: { number: 'Declined' },
  });
  expect(runs).toHaveLength(1);
});

test.each([
  ['failed', new Error('The gateway cannot be reached')],
  ['put off as too busy', new AppError('busy')],
  ['put off by a limit', new AppError('too_many_requests')],
  ['put off by another call', new AppError('in_progress')],
])('a call that %s may be made again with the same key', async (_how, error) => {
  instead = async () => {
    throw error;
  };
  expect((await call('again')).statusCode).toBeGreaterThanOrEqual(409);
  instead = null;
  expect((await call('again')).json()).toEqual({ run: 2, amount: 5 });
  expect(runs).toEqual(['again', 'again']);
});

test("an invalid request doesn't use up the key", async () => {
  expect((await call('typo', { amount: -1 })).statusCode).toBe(422);
  expect((await call('typo', { amount: 1 })).statusCode).toBe(200);
});

test.each(['', 'x'.repeat(256), 'tab\there', 'ünreadable'])(
  'a malformed key is refused',
  async (key) => {
    const answer = await call(key);
    expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([
      400,
      'bad_request',
    ]);
    expect(runs).toHaveLength(0);
  },
);

test('a call whose process died is taken over after two minutes, and its late response is ignored', async () => {
  let finish = (): void => {};
  instead = () => new Promise((resolve) => (finish = resolve));
  const lost = call('lost');
  await expect.poll(() => runs.length).toBe(1);
  instead = null;
  clock.pass(121);
  expect((await call('lost')).json()).toEqual({ run: 2, amount: 5 });
  finish();
  await lost;
  expect((await call('lost')).json()).toEqual({ run: 2, amount: 5 });
  expect(runs).toEqual(['lost', 'lost']);
});

test('responses are deleted after 48 hours', async () => {
  await call('old');
  clock.pass(48 * 3600 - 1);
  await keys.sweep();
  expect((await call('old')).headers['idempotency-replayed']).toBe('true');
  clock.pass(2);
  await keys.sweep();
  expect(await countKeys()).toBe(0);
});

test('stored data reveals nothing about the request without the secret', () => {
  const request = {
    caller: null,
    ip: '10.0.0.1',
    body: { amount: 5 },
    receivedFiles: {},
  } as unknown as FastifyRequest;
  const [one, other] = [1, 2].map((byte) =>
    keyedCall(request, payAsVisitor, 'key', new Uint8Array(32).fill(byte)),
  );
  expect(one?.requestHash).not.toBe(other?.requestHash);
  expect(one?.caller).not.toBe(other?.caller);
  expect(JSON.stringify(one)).not.toContain('10.0.0.1');
});

test('the OpenAPI document includes the header', () => {
  const document = app.swagger() as {
    paths: Record<
      string,
      { post: { parameters?: { name: string; in: string; required?: boolean }[] } }
    >;
  };
  expect(document.paths['/pay']?.post.parameters).toMatchObject([
    { in: 'header', name: 'idempotency-key' },
  ]);
});
