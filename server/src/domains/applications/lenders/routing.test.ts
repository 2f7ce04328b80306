import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/app.ts';
import { offersOf as offers, openLenders } from '../../../../test/lenders.ts';
import { endOverdue } from './routing.ts';

let app: TestApp;
let lenders: Awaited<ReturnType<typeof openLenders>>;
beforeAll(async () => {
  app = await createTestApp();
  lenders = await openLenders(app);
});
afterAll(async () => {
  lenders.close();
  await app.close();
});
beforeEach(() => lenders.reset());

test('an application goes to the lenders that fit, and the others keep the reason', async () => {
  const fits = await lenders.lender({ states: ['TX'], maxAmount: 22_000 });
  const other = await lenders.lender({ states: ['OR'], minAmount: 50_000 });
  const { reference, routes } = await lenders.apply();
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
      address: expect.stringMatching(/^198\.51\.100\./),
    }),
  );
});

test('lenders in order are asked one after another, until one has an offer', async () => {
  const [first, second, third] = [
    await lenders.lender({ mode: 'ordered' }),
    await lenders.lender({ mode: 'ordered', answerMinutes: 10 }),
    await lenders.lender({ mode: 'ordered' }),
  ];
  const { reference, routes, read } = await lenders.apply();
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
  const [one, other] = [await lenders.lender(), await lenders.lender()];
  const { reference, read } = await lenders.apply();
  await one.event(reference, offers());
  expect((await read()).status).toBe('searching');
  await other.event(reference, offers());
  expect((await read()).status).toBe('no_offers');
});

test('an application that fits no lender ends without offers', async () => {
  await lenders.lender({ states: ['OR'] });
  const { read } = await lenders.apply();
  expect((await read()).status).toBe('no_offers');
});

test('two lenders may use the same references and event ids', async () => {
  const [one, other] = [await lenders.lender(), await lenders.lender()];
  const { reference, read } = await lenders.apply();
  const event = { id: 'event-00000001', ...offers('same') };
  expect([await one.event(reference, event), await other.event(reference, event)]).toEqual([
    200, 200,
  ]);
  expect((await read()).offers).toHaveLength(2);
  expect(await one.event(reference, event)).toBe(200);
  expect((await read()).offers).toHaveLength(2);
});

test('a lender can’t speak about applications that it didn’t get, or for another lender', async () => {
  const fits = await lenders.lender();
  const skipped = await lenders.lender({ states: ['OR'] });
  const { reference, read } = await lenders.apply();
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
  const { id, event } = await lenders.lender({ networks: ['203.0.113.0/24'] });
  const { reference } = await lenders.apply();
  expect(await event(reference, offers('o-1'))).toBe(401);
  await lenders.sql(`update lenders set networks = '{127.0.0.0/8}' where id = $1`, [id]);
  expect(await event(reference, offers('o-1'))).toBe(200);
});

test('fields that the protocol doesn’t know are kept; too many are rejected', async () => {
  const { event } = await lenders.lender();
  const { reference } = await lenders.apply();
  const [offer] = offers('o-1').offers;
  const body = {
    type: 'offers.received',
    offers: [{ ...offer, promo: { code: 'SPRING' } }],
    campaign: 7,
  };
  expect(await event(reference, body)).toBe(200);
  const [row] = await lenders.sql(
    'select extra from lender_events where application_id = (select id from applications where reference = $1)',
    [reference],
  );
  expect(row.extra).toEqual({ campaign: 7, offers: [{ promo: { code: 'SPRING' } }] });
  expect(await event(reference, { ...offers('o-2'), note: 'x'.repeat(4001) })).toBe(422);
});

test('a failing lender gets the application once it answers again', async () => {
  lenders.answers.status = 500;
  const { got, id } = await lenders.lender();
  const { routes } = await lenders.apply();
  expect((await routes())[id]).toMatchObject({ state: 'sending' });
  expect(got()).toHaveLength(1);
  lenders.answers.status = 204;
  await lenders.sql('update graphile_worker._private_jobs set run_at = now()');
  await app.work();
  expect((await routes())[id]).toMatchObject({ state: 'sent' });
  expect(got()).toHaveLength(2);
  await app.work();
  expect(got()).toHaveLength(2);
});
