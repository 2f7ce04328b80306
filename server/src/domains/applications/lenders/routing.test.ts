import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { LenderForm } from '@lintel/contract/lenders/lender';
import { createTestApp, signedInAs, visitor, type TestApp } from '../../../../test/app.ts';
import { consentsOn } from '../../../../test/consents.ts';
import { signatureOf } from '../../../platform/crypto/secrets.ts';
import { endOverdue } from './routing.ts';

let app: TestApp;
let server: Server;
/** What the lenders' server got, by path. */
const calls: { path: string; body: Record<string, unknown> }[] = [];
let status = 204;

beforeAll(async () => {
  app = await createTestApp();
  server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => (text += part));
    request.on('end', () => {
      calls.push({ path: request.url ?? '', body: JSON.parse(text) });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  server.close();
  await app.close();
});
beforeEach(async () => {
  calls.length = 0;
  status = 204;
  await sql(`update lenders set archived_at = now()`);
});

const sql = async (text: string, values: unknown[] = []) =>
  (await app.deps.database.pool.query(text, values)).rows;

interface Added {
  id: number;
  /** Sends an event of the lender, signed with its secret, and returns the status. */
  event(
    application: string,
    body: object,
    options?: { secret?: string; to?: number },
  ): Promise<number>;
  /** The applications that it got. */
  got(): Record<string, unknown>[];
}

let named = 0;
/** Adds an active lender whose calls go to the test's server. */
async function lender(rules: Partial<LenderForm> = {}): Promise<Added> {
  named += 1;
  const admin = await signedInAs(app, 'admin@demo.test');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has an object as its address
  const { port } = server.address() as AddressInfo;
  const path = `/lender-${named}`;
  const form = {
    name: `Lender ${named}`,
    connection: 'webhook',
    url: `http://127.0.0.1:${port}${path}`,
    ...rules,
  };
  const { id } = (await admin.post('/manage/lenders', form)).json().lender;
  const { secret } = (
    await admin.post(`/manage/lenders/${id}/secrets`, { overlapHours: 0 })
  ).json();
  await admin.post(`/manage/lenders/${id}/resume`);
  return {
    id,
    got: () => calls.filter((one) => one.path === `${path}/applications`).map(({ body }) => body),
    event: async (application, body, { secret: other = secret, to = id } = {}) => {
      const payload = JSON.stringify({
        id: `event-${Math.random()}`,
        application,
        createdAt: app.clock.now().toISOString(),
        ...body,
      });
      const answer = await visitor(app).call('POST', `/integrations/lenders/${to}/events`, {
        payload,
        headers: {
          'content-type': 'application/json',
          'lintel-signature': signatureOf(other, payload, app.clock.now()),
        },
      });
      return answer.statusCode;
    },
  };
}

let applied = 0;
/** Sends an application and works off the jobs. */
async function apply(change: object = {}) {
  applied += 1;
  const remoteAddress = `198.51.100.${applied}`;
  const call = (path: string, payload: object) =>
    visitor(app).call('POST', `/homeowner/${path}`, { payload, remoteAddress });
  const { token } = (await call('pages/oak-and-iron/applications', {})).json();
  const email = `routed${applied}@example.com`;
  await call(`applications/${token}/submit`, {
    firstName: 'Rita',
    lastName: 'Route',
    email,
    phone: `51255501${String(applied).padStart(2, '0')}`,
    city: 'Austin',
    state: 'TX',
    creditBand: 'good',
    requestedAmount: 22_000,
    project: 'Kitchen',
    projectAddress: '12 Elm Street',
    consents: await consentsOn(app, 'oak-and-iron'),
    ...change,
  });
  await app.work();
  const [row] = await sql('select * from applications where email = $1', [email]);
  return {
    reference: String(row.reference),
    read: async () => (await visitor(app).get(`/homeowner/applications/${token}`)).json(),
    routes: async (): Promise<Record<string, { state: string; skipped: string[]; turn: number }>> =>
      Object.fromEntries(
        (
          await sql(
            'select * from application_lenders where contractor_id = $1 and application_id = $2',
            [row.contractor_id, row.id],
          )
        ).map(({ lender_id: id, state, skipped, turn }) => [id, { state, skipped, turn }]),
      ),
  };
}

const offers = (...references: string[]) => ({
  type: 'offers.received',
  offers: references.map((reference) => ({
    reference,
    kind: 'loan',
    lenderName: `Bank of ${reference}`,
    amount: 20_000,
  })),
});

test('an application goes to the lenders that fit, and the others keep the reason', async () => {
  const fits = await lender({ states: ['TX'], maxAmount: 22_000 });
  const other = await lender({ states: ['OR'], minAmount: 50_000 });
  const { reference, routes } = await apply();
  expect(fits.got()).toHaveLength(1);
  expect(other.got()).toEqual([]);
  expect(await routes()).toEqual({
    [fits.id]: { state: 'sent', skipped: [], turn: 1 },
    [other.id]: { state: 'skipped', skipped: ['state', 'amount'], turn: 1 },
  });
  expect(fits.got()[0]).toMatchObject({
    reference,
    firstName: 'Rita',
    projectAddress: '12 Elm Street',
    requestedAmount: 22_000,
    page: { name: 'oak-and-iron', url: 'http://localhost:3000/p/oak-and-iron' },
    contractor: { legalName: expect.any(String), merchantNumber: '' },
  });
  const { consents } = fits.got()[0] ?? {};
  expect(consents).toContainEqual(
    expect.objectContaining({
      kind: 'sharing',
      answer: 'given',
      textHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      address: `198.51.100.${applied}`,
    }),
  );
});

test('lenders in order are asked one after another, until one has an offer', async () => {
  const [first, second, third] = [
    await lender({ mode: 'ordered' }),
    await lender({ mode: 'ordered', answerMinutes: 10 }),
    await lender({ mode: 'ordered' }),
  ];
  const { reference, routes, read } = await apply();
  expect([first, second, third].map((one) => one.got().length)).toEqual([1, 0, 0]);
  expect(await first.event(reference, offers())).toBe(200);
  await app.work();
  expect([first, second, third].map((one) => one.got().length)).toEqual([1, 1, 0]);
  expect((await read()).status).toBe('searching');
  // The second one doesn't answer in time.
  app.clock.pass(601);
  await endOverdue(app.context);
  await app.work();
  expect(third.got()).toHaveLength(1);
  expect(await third.event(reference, offers('o-3'))).toBe(200);
  expect((await read()).status).toBe('offers');
  // A late offer still counts.
  expect(await second.event(reference, offers('o-2'))).toBe(200);
  expect((await read()).offers).toHaveLength(2);
  expect(Object.values(await routes()).map(({ state }) => state)).toEqual([
    'no-offers',
    'offered',
    'offered',
  ]);
});

test('without offers from any lender, the homeowner learns it after the last answer', async () => {
  const [one, other] = [await lender(), await lender()];
  const { reference, read } = await apply();
  await one.event(reference, offers());
  expect((await read()).status).toBe('searching');
  await other.event(reference, offers());
  expect((await read()).status).toBe('no_offers');
});

test('an application that fits no lender ends without offers', async () => {
  await lender({ states: ['OR'] });
  const { read } = await apply();
  expect((await read()).status).toBe('no_offers');
});

test('two lenders may use the same references and event ids', async () => {
  const [one, other] = [await lender(), await lender()];
  const { reference, read } = await apply();
  const event = { id: 'event-00000001', ...offers('same') };
  expect([await one.event(reference, event), await other.event(reference, event)]).toEqual([
    200, 200,
  ]);
  expect((await read()).offers).toHaveLength(2);
  expect(await one.event(reference, event)).toBe(200);
  expect((await read()).offers).toHaveLength(2);
});

test('a lender can’t speak about applications that it didn’t get, or for another lender', async () => {
  const fits = await lender();
  const skipped = await lender({ states: ['OR'] });
  const { reference, read } = await apply();
  expect(await skipped.event(reference, offers('o-1'))).toBe(404);
  expect(await fits.event('unknown-reference', offers('o-1'))).toBe(404);
  // Another lender's address, an unknown one, and the one of the environment.
  for (const to of [skipped.id, 99_999, 1])
    expect(await fits.event(reference, offers('o-1'), { to })).toBe(401);
  expect(await fits.event(reference, offers('o-1'), { secret: 'x'.repeat(40) })).toBe(401);
  expect(await fits.event(reference, offers('o-1'))).toBe(200);
  const [offer] = (await read()).offers;
  // Its offer is out of reach for the other lender, even by its reference.
  const approved = { type: 'application.approved', offer: 'o-1' };
  expect(await skipped.event(reference, approved)).toBe(404);
  expect((await read()).offers[0]).toEqual(offer);
});

test('events from other networks are rejected', async () => {
  const { id, event } = await lender({ networks: ['203.0.113.0/24'] });
  const { reference } = await apply();
  expect(await event(reference, offers('o-1'))).toBe(401);
  await sql(`update lenders set networks = '{127.0.0.0/8}' where id = $1`, [id]);
  expect(await event(reference, offers('o-1'))).toBe(200);
});

test('fields that the protocol doesn’t know are kept; too many are rejected', async () => {
  const { event } = await lender();
  const { reference } = await apply();
  const [offer] = offers('o-1').offers;
  const body = {
    type: 'offers.received',
    offers: [{ ...offer, promo: { code: 'SPRING' } }],
    campaign: 7,
  };
  expect(await event(reference, body)).toBe(200);
  const [row] = await sql(
    'select extra from lender_events where application_id = (select id from applications where reference = $1)',
    [reference],
  );
  expect(row.extra).toEqual({ campaign: 7, offers: [{ promo: { code: 'SPRING' } }] });
  expect(await event(reference, { ...offers('o-2'), note: 'x'.repeat(4001) })).toBe(422);
});

test('a failing lender gets the application once it answers again', async () => {
  status = 500;
  const { got, id } = await lender();
  const { routes } = await apply();
  expect((await routes())[id]).toMatchObject({ state: 'sending' });
  expect(got()).toHaveLength(1);
  status = 204;
  await sql('update graphile_worker._private_jobs set run_at = now()');
  await app.work();
  expect((await routes())[id]).toMatchObject({ state: 'sent' });
  expect(got()).toHaveLength(2);
  await app.work();
  expect(got()).toHaveLength(2);
});
