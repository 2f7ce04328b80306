import { unsaid } from '../../../../test/offers.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LenderEvent } from '@lintel/contract/lenders/events';
import { consentsOn } from '../../../../test/consents.ts';
import {
  createTestApp,
  signedInAs,
  visitor,
  webhookSecret,
  type TestApp,
} from '../../../../test/app.ts';
import type { Context } from '../../../platform/context.ts';
import { recordLenderEvent, startApplication, submitApplication, readByToken } from '../index.ts';
import { signBody } from '../../../platform/crypto/secrets.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const form = {
  firstName: 'Ann',
  lastName: 'Event',
  email: 'ann@example.com',
  phone: '5125550140',
  city: 'Austin',
  state: 'TX',
  creditBand: 'good',
  requestedAmount: 9000,
  monthlyBudget: null,
  project: 'Roofing',
  projectAddress: '',
} as const;

let made = 0;
/** A sent application and the events that a network could send about it. */
async function sent() {
  const told: string[] = [];
  const context: Context = {
    ...app.context,
    emit: async (_tx, _name, event) => {
      if ('step' in event) told.push(`${event.event}: ${event.step}`);
    },
  };
  const token = await startApplication(context, {
    pageName: 'oak-and-iron',
    source: 'page',
    draft: {},
    address: '127.0.0.1',
  });
  made += 1;
  const own = { ...form, email: `ann${made}@example.com` };
  await submitApplication(context, {
    token,
    form: own,
    consents: await consentsOn(app, 'oak-and-iron'),
    from: { address: '127.0.0.1', userAgent: '' },
  });
  const { application } = await readByToken(context, token);
  const base = (id: string) => ({
    id: `net-${application.reference}-${id}`,
    application: application.reference,
    createdAt: app.clock.now().toISOString(),
  });
  const offer = {
    reference: 'o-1',
    kind: 'loan',
    lenderName: 'First Lender',
    amount: 9000,
    apr: 7.5,
    termMonths: 60,
    monthlyPayment: 180.35,
    qualified: false,
    ...unsaid,
  } as const;
  const events: LenderEvent[] = [
    { ...base('offers'), type: 'offers.received', offers: [offer] },
    {
      ...base('information'),
      type: 'information.requested',
      offer: 'o-1',
      what: 'Two pay stubs',
      how: 'By e-mail',
    },
    { ...base('approved'), type: 'application.approved', offer: 'o-1' },
    { ...base('funded'), type: 'offer.funded', offer: 'o-1', amount: 8999.99 },
  ];
  return { context, token, application, base, offer, events, told };
}

const post = (body: string, signature: string) =>
  visitor(app).call('POST', '/integrations/lenders/events', {
    payload: body,
    headers: { 'content-type': 'application/json', 'lintel-signature': signature },
  });

test('books a signed event, and reports its repetition as a duplicate', async () => {
  const { events, application } = await sent();
  const body = JSON.stringify(events[0]);
  expect((await post(body, signBody(webhookSecret, body, app.clock.now()))).json()).toEqual({
    received: true,
    duplicate: false,
  });
  expect((await post(body, signBody(webhookSecret, body, app.clock.now()))).json()).toEqual({
    received: true,
    duplicate: true,
  });
  const { rows } = await app.deps.database.pool.query(
    'select lender_name, amount_cents from offers where application_id = $1',
    [application.id],
  );
  expect(rows).toEqual([{ lender_name: 'First Lender', amount_cents: '900000' }]);
});

test('rejects forged, stale, and unsigned events and books nothing', async () => {
  const { events, application } = await sent();
  const body = JSON.stringify(events[0]);
  const now = app.clock.now();
  const wrong = [
    signBody('not the secret of the two sides at all', body, now),
    signBody(webhookSecret, `${body} `, now),
    signBody(webhookSecret, body, new Date(now.getTime() - 301_000)),
    signBody(webhookSecret, body, new Date(now.getTime() + 301_000)),
    't=1,v1=00',
    '',
  ];
  for (const signature of wrong) expect((await post(body, signature)).statusCode).toBe(401);
  const { rows } = await app.deps.database.pool.query(
    'select id from offers where application_id = $1',
    [application.id],
  );
  expect(rows).toEqual([]);
});

test('an event about an unknown application or offer is not found, so that the network retries', async () => {
  const { events } = await sent();
  for (const event of [{ ...events[0], application: 'nobody-knows' }, events[2]]) {
    const body = JSON.stringify(event);
    expect((await post(body, signBody(webhookSecret, body, app.clock.now()))).statusCode).toBe(404);
  }
});

test('events in any order, repeated and in parallel, produce the same books', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 4, maxLength: 10 }),
      fc.boolean(),
      async (order, atOnce) => {
        const { context, token, events } = await sent();
        const tell = (index: number) =>
          recordLenderEvent(context, 'sandbox', events[index] as LenderEvent).catch(
            (error: { code: string }) => expect(error.code).toBe('not_found'),
          );
        if (atOnce) await Promise.all(order.map(tell));
        else for (const index of order) await tell(index);
        // Retry events that were rejected because the offers hadn't arrived yet, as a network does.
        for (const index of [0, 1, 2, 3]) await tell(index);
        const { application, offers } = await readByToken(context, token);
        expect(offers).toHaveLength(1);
        expect(offers[0]).toMatchObject({ fundedAmountCents: 899_999, amountCents: 900_000 });
        for (const time of [
          application.answeredAt,
          application.informationRequestedAt,
          application.approvedAt,
          application.fundedAt,
        ])
          expect(time).not.toBeNull();
      },
    ),
    { numRuns: 15 },
  );
});

test('funding that arrives before the approval books both', async () => {
  const { context, token, events } = await sent();
  await recordLenderEvent(context, 'sandbox', events[0] as LenderEvent);
  await recordLenderEvent(context, 'sandbox', events[3] as LenderEvent);
  const { application } = await readByToken(context, token);
  expect(application.approvedAt).not.toBeNull();
});

const decisionOf = async (name: string): Promise<string> => {
  const report = await (
    await signedInAs(app, 'brand@demo.test')
  ).get(`/reports-applications?search=${name}&limit=10`);
  return report.json().data[0].creditDecision;
};

test('the decision is a dash while pending, EXPIRED after a 50-day wait, and APPROVED when a lender approves later [ACC-231] [ACC-232] [ACC-233] [ACC-234] [ACC-235]', async () => {
  const { context, events, application } = await sent();
  await app.deps.database.pool.query(
    "update applications set applicant_name = 'Patience Waiting' where id = $1",
    [application.id],
  );
  // One of its offers is labeled Qualified; the lender's request is about another.
  const qualified = await sent();
  const [received] = qualified.events;
  if (received?.type !== 'offers.received') throw new Error('not the offers');
  const [plain] = received.offers;
  if (plain === undefined) throw new Error('no offer');
  const labelled = { ...plain, reference: 'o-2', qualified: true };
  await recordLenderEvent(context, 'sandbox', { ...received, offers: [plain, labelled] });
  await app.deps.database.pool.query(
    "update applications set applicant_name = 'Also Qualified' where id = $1",
    [qualified.application.id],
  );
  await recordLenderEvent(context, 'sandbox', qualified.events[1] as LenderEvent);
  expect(await decisionOf('patience')).toBe('-');
  await recordLenderEvent(context, 'sandbox', events[0] as LenderEvent);
  expect(await decisionOf('patience')).toBe('-');
  await recordLenderEvent(context, 'sandbox', events[1] as LenderEvent);
  app.clock.pass(50 * 86_400 - 60);
  expect(await decisionOf('patience')).toBe('-');
  app.clock.pass(120);
  expect(await decisionOf('patience')).toBe('EXPIRED');
  expect(await decisionOf('qualified')).toBe('-');
  const brand = await signedInAs(app, 'brand@demo.test');
  const sorted = (
    await brand.get('/reports-applications?order=-creditDecision&limit=100&started[gte]=2020-01-01')
  ).json().data;
  const ranks = sorted.map(({ creditDecision }: { creditDecision: string }) => creditDecision);
  expect(ranks).toEqual(ranks.toSorted().toReversed());
  // The list with any filter and the export show the same.
  for (const status of ['qualifed', 'offer', 'all']) {
    const found = await brand.get(`/reports-applications?search=also+qualified&status=${status}`);
    expect(found.json().data).toMatchObject([
      { creditDecision: '-', nextStep: 'inform', expiresAt: null },
    ]);
  }
  const { body } = await brand.get('/reports-applications-export?format=csv&search=also+qualified');
  expect([body.includes('Also Qualified'), body.includes('EXPIRED')]).toEqual([true, false]);
  await recordLenderEvent(context, 'sandbox', events[2] as LenderEvent);
  expect(await decisionOf('patience')).toBe('APPROVED');
});

test('the contractor is notified of every step once, even when events repeat', async () => {
  const { context, events, told } = await sent();
  for (const event of [...events, ...events]) await recordLenderEvent(context, 'webhook', event);
  expect(told).toEqual([
    'application-sent: sent the application',
    'offers-received: received an offer',
    'application-step: was asked for more information by the lender',
    'application-step: was approved',
    'funding-received: received the funding',
  ]);
});

test("the homeowner sees an offer's total cost and its special terms", async () => {
  const { context, token, base, offer } = await sent();
  const terms = { rateType: 'variable', laterApr: 24.99, fees: 99.5, securedByHome: null } as const;
  await recordLenderEvent(context, 'webhook', {
    ...base('terms'),
    type: 'offers.received',
    offers: [
      { ...offer, ...terms },
      { ...offer, reference: 'o-2', kind: 'heloc', monthlyPayment: null },
      { ...offer, reference: 'o-3', kind: 'direct', monthlyPayment: 149.99, fees: 0 },
    ],
  });
  const answer = await visitor(app).get(`/homeowner/applications/${token}`);
  // Sixty payments of $180.35 are $10,821.
  expect(answer.json().offers).toMatchObject([
    {
      rateType: 'variable',
      laterApr: 24.99,
      fees: 99.5,
      totalOfPayments: 10_821,
      totalCost: 1920.5,
      securedByHome: false,
    },
    { rateType: null, fees: null, totalOfPayments: null, totalCost: null, securedByHome: true },
    // Rounded payments that total less than the amount cost nothing.
    { fees: 0, totalOfPayments: 9000, totalCost: 0 },
  ]);
});

const first = ([event]: readonly LenderEvent[]): LenderEvent => {
  if (event === undefined) throw new Error('No event');
  return event;
};
const postEvent = (event: object) => {
  const body = JSON.stringify(event);
  return post(body, signBody(webhookSecret, body, app.clock.now()));
};
const fundedAt = async (applicationId: number): Promise<string[]> => {
  const { rows } = await app.deps.database.pool.query<{ at: Date }>(
    `select funded_at as at from applications where id = $1
     union all select funded_at from offers where application_id = $1 and funded_at is not null`,
    [applicationId],
  );
  return rows.map(({ at }) => at.toISOString());
};

test.each([
  ['Z', ''],
  ['z', ''],
  ['+00:00', ''],
  ['-00:00', ''],
  ['Z', '.25'],
  ['+05:30', '.123456'],
  ['-05:00', ''],
])('reads a time with %s and the fraction "%s" and dates the funding', async (zone, part) => {
  const { events, application, context } = await sent();
  await recordLenderEvent(context, 'webhook', first(events));
  // After the application was sent; the event was retried for an hour.
  app.clock.pass(3600);
  const at = new Date(Math.floor(app.clock.now().getTime() / 1000) * 1000 - 1_800_000);
  const [hours = 0, minutes = 0] = /\d/.test(zone) ? zone.slice(1).split(':').map(Number) : [];
  const offset = (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
  const local = new Date(at.getTime() + offset).toISOString().slice(0, 19);
  const createdAt = `${zone === 'z' ? local.toLowerCase() : local}${part}${zone}`;
  const answer = await postEvent({ ...events[3], createdAt });
  expect(answer.statusCode, answer.body).toBe(200);
  const expected = new Date(at.getTime() + Math.floor(Number(`0${part}`) * 1000)).toISOString();
  expect(await fundedAt(application.id)).toEqual([expected, expected]);
});

test('a funding is never dated after its arrival or before the application was sent', async () => {
  for (const [createdAt, at] of [
    ['2999-01-01T00:00:00Z', 'now'],
    ['2001-01-01T00:00:00Z', 'sent'],
  ] as const) {
    const { events, application, context } = await sent();
    await recordLenderEvent(context, 'webhook', first(events));
    app.clock.pass(60);
    await postEvent({ ...events[3], createdAt });
    const time = at === 'now' ? app.clock.now() : application.completedAt;
    expect((await fundedAt(application.id))[0]).toBe(time?.toISOString());
  }
});

test.each([
  '2026-11-26',
  '2026-11-26T12:00:00',
  '2026-11-26T12:00Z',
  '2026-11-26 12:00:00Z',
  '2026-02-30T12:00:00Z',
  '2026-11-26T12:00:00+0000',
  '2026-11-26T25:00:00Z',
  '2026-11-26T12:00:00+25:00',
  'yesterday',
  1_795_000_000,
])('rejects the time %j and names the field', async (createdAt) => {
  const { events } = await sent();
  const answer = await postEvent({ ...events[0], createdAt });
  expect(answer.statusCode).toBe(422);
  expect(answer.json().fields).toHaveProperty('createdAt');
});
