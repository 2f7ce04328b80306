import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import qs from 'qs';
import Stripe from 'stripe';
import { calls } from './stripe-imitation/calls.ts';
import { decideDispute, openDispute } from './stripe-imitation/disputes.ts';
import { FirstAnswers } from './stripe-imitation/idempotency.ts';
import { authenticate } from './stripe-imitation/intents.ts';
import { Problem } from './stripe-imitation/problem.ts';
import { World } from './stripe-imitation/world.ts';

export const stripeKeys = {
  STRIPE_SECRET_KEY: 'sk_test_imitation',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_imitation',
  STRIPE_WEBHOOK_SECRET: 'whsec_imitation',
} as const;

export interface StripeImitation {
  url: string;
  /** The next responses are lost after the request was processed. */
  loseAnswers(count: number): void;
  /** Simulates deleting a customer in Stripe's dashboard. */
  deleteCustomer(id: string): void;
  /** A cardholder disputes a charge; returns the dispute's id. */
  dispute(intentId: string): string;
  decideDispute(id: string, won: boolean): void;
  /** Events since the last call, each with body and signature. */
  takeEvents(): { body: string; signature: string }[];
  /** Posts the events since the last call to a webhook; returns the statuses. */
  sendEvents(address: string): Promise<number[]>;
  close(): Promise<void>;
}

/**
 * A real HTTP server with the part of Stripe's API that the gateway uses, for the official package.
 */
export async function startStripe(now: () => Date): Promise<StripeImitation> {
  const world = new World(now, () => url);
  const answers = new FirstAnswers();
  let toLose = 0;
  const server = createServer((request, response) => {
    void serve(request, response, world, answers).then((answer) => {
      if (toLose > 0 && answer.status !== 409) {
        toLose -= 1;
        request.socket.destroy();
      } else send(response, answer);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const takeEvents = () =>
    world.events.splice(0).map((event) => signed(JSON.stringify(event), now()));
  return {
    url,
    loseAnswers: (count) => void (toLose = count),
    deleteCustomer: (id) => {
      world.get(world.customers, 'customer', id).deleted = true;
      world.tell('customer.deleted', { id, object: 'customer' });
    },
    dispute: (intentId) => openDispute(world, intentId),
    decideDispute: (id, won) => decideDispute(world, id, won),
    takeEvents,
    sendEvents: async (address) => {
      const statuses: number[] = [];
      for (const { body, signature } of takeEvents())
        statuses.push(await post(address, body, signature));
      return statuses;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Signed by the official package. */
function signed(body: string, at: Date): { body: string; signature: string } {
  const timestamp = Math.floor(at.getTime() / 1000);
  const secret = stripeKeys.STRIPE_WEBHOOK_SECRET;
  return {
    body,
    signature: Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp }),
  };
}

async function post(address: string, body: string, signature: string): Promise<number> {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': signature,
  };
  return (await fetch(address, { method: 'POST', headers, body })).status;
}

interface Answer {
  status: number;
  body?: object;
  headers?: Record<string, string>;
}

async function serve(
  request: IncomingMessage,
  _response: ServerResponse,
  world: World,
  answers: FirstAnswers,
): Promise<Answer> {
  try {
    const { pathname, search, searchParams } = new URL(request.url ?? '/', 'http://imitation');
    const [, intentId] = /^\/authenticate\/(\w+)$/.exec(pathname) ?? [];
    if (intentId !== undefined) {
      const location = authenticate(world, intentId, searchParams.get('answer') === 'complete');
      return { status: 303, headers: { location } };
    }
    if (request.headers.authorization !== `Bearer ${stripeKeys.STRIPE_SECRET_KEY}`)
      throw new Problem(401, {
        type: 'invalid_request_error',
        message: 'Invalid API Key provided.',
      });
    const text = request.method === 'GET' ? search.slice(1) : await bodyOf(request);
    const run = async (): Promise<{ status: number; body: object }> =>
      dispatch(world, request.method ?? '', pathname, text);
    const key = request.headers['idempotency-key'];
    if (typeof key !== 'string') return await run();
    const { replayed, ...answer } = await answers.once(
      key,
      `${request.method} ${pathname} ${text}`,
      run,
    );
    return { ...answer, ...(replayed && { headers: { 'idempotent-replayed': 'true' } }) };
  } catch (error) {
    return answerTo(error);
  }
}

async function dispatch(
  world: World,
  method: string,
  path: string,
  text: string,
): Promise<{ status: number; body: object }> {
  // During a call, another one with the same key is rejected.
  await pause(20);
  try {
    for (const [verb, pattern, call] of calls) {
      const match = pattern.exec(path);
      if (verb === method && match !== null)
        return { status: 200, body: call(world, match[1] ?? '', qs.parse(text)) };
    }
    throw new Problem(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${method}: ${path}).`,
    });
  } catch (error) {
    return answerTo(error);
  }
}

function answerTo(error: unknown): { status: number; body: object } {
  if (error instanceof Problem) return { status: error.status, body: error.body };
  return { status: 500, body: { error: { type: 'api_error', message: String(error) } } };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function send(response: ServerResponse, { status, body, headers }: Answer): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'request-id': 'req_imitation',
    ...headers,
  });
  response.end(body === undefined ? '' : JSON.stringify(body));
}
