import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, signedInAs, visitor, type TestApp } from '../../../../test/app.ts';
import { offersOf, openLenders, type Applied } from '../../../../test/lenders.ts';

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

const later = (seconds: number): string =>
  new Date(app.clock.now().getTime() + seconds * 1000).toISOString();

const declined = {
  type: 'application.declined',
  reasons: [{ code: 'income-insufficient' }, { code: 'other', text: 'Too many garages' }],
  score: {
    score: 588,
    lowest: 300,
    highest: 850,
    date: '2026-11-01',
    agency: 'A credit bureau',
    factors: ['Age of accounts'],
  },
};

/** An offer with additional fields. */
const offer = (reference: string, more: object = {}) => ({
  type: 'offers.received',
  offers: [{ ...offersOf(reference).offers[0], ...more }],
});

const detailOf = async ({ id }: Applied) =>
  // The clock passes in these tests, so the session may have ended.
  (await (await signedInAs(app, 'brand@demo.test')).get(`/reports-applications/${id}`)).json();

const choose = ({ token }: Applied, offerId: number | undefined, replaces: number | null = null) =>
  visitor(app).call('POST', `/homeowner/applications/${token}/offers/${offerId}/choose`, {
    payload: { replaces },
  });

test('a decline withdraws only the offers of its lender, and keeps what the notice needs', async () => {
  const [one, other] = [await lenders.lender(), await lenders.lender()];
  const application = await lenders.apply();
  const { reference, read, routes } = application;
  await one.event(reference, offersOf('o-1'));
  await other.event(reference, offersOf('o-2'));
  expect(await one.event(reference, declined)).toBe(200);
  expect((await read()).offers).toMatchObject([
    { lenderName: 'Bank of o-1', withdrawn: true },
    { lenderName: 'Bank of o-2', withdrawn: false },
  ]);
  expect((await routes())[one.id]?.state).toBe('declined');
  expect((await routes())[other.id]?.state).toBe('offered');
  const [kept] = await lenders.sql(
    'select * from application_lenders where application_id = $1 and lender_id = $2',
    [application.id, one.id],
  );
  expect(kept).toMatchObject({
    decline_reasons: ['income-insufficient', 'other'],
    decline_details: [
      { code: 'income-insufficient', text: '' },
      { code: 'other', text: 'Too many garages' },
    ],
    credit_score: { score: 588, agency: 'A credit bureau' },
    sends_notice: false,
  });
});

test('the contractor learns neither the reasons nor the credit score of a decline', async () => {
  const one = await lenders.lender();
  const application = await lenders.apply();
  await one.event(application.reference, offersOf('o-1'));
  await one.event(application.reference, declined);
  const detail = await detailOf(application);
  expect(detail.details.offers).toMatchObject([{ state: 'withdrawn' }]);
  const text = JSON.stringify(detail);
  for (const secret of ['income', 'garages', '588', 'bureau']) expect(text).not.toContain(secret);
});

test('a decline starts the next turn; the last one ends the application without offers', async () => {
  const [first, second] = [
    await lenders.lender({ mode: 'ordered' }),
    await lenders.lender({ mode: 'ordered' }),
  ];
  const { reference, read } = await lenders.apply();
  expect(second.got()).toEqual([]);
  await first.event(reference, declined);
  await app.work();
  expect(second.got()).toHaveLength(1);
  expect((await read()).status).toBe('searching');
  await second.event(reference, declined);
  expect(await read()).toMatchObject({ status: 'no_offers', next: { step: 'noOffers' } });
});

test('offers sent before a decline that arrive after it stay withdrawn', async () => {
  const one = await lenders.lender();
  const { reference, read } = await lenders.apply();
  const createdAt = later(0);
  app.clock.pass(60);
  await one.event(reference, declined);
  await one.event(reference, { ...offersOf('o-1'), createdAt });
  expect((await read()).offers).toMatchObject([{ withdrawn: true }]);
});

test.each([
  ['without a reason', { ...declined, reasons: [] }],
  ['with an unknown code', { ...declined, reasons: [{ code: 'no-reason' }] }],
  ['with “other” but no words', { ...declined, reasons: [{ code: 'other' }] }],
])('rejects a decline %s', async (_, body) => {
  const one = await lenders.lender();
  const { reference } = await lenders.apply();
  expect(await one.event(reference, body)).toBe(422);
});

test('another lender and a skipped one can’t decline, approve, fund, or reverse', async () => {
  const one = await lenders.lender();
  const other = await lenders.lender();
  const skipped = await lenders.lender({ states: ['OR'] });
  const { reference, read } = await lenders.apply();
  await one.event(reference, offersOf('o-1'));
  const before = await read();
  expect(await skipped.event(reference, declined)).toBe(404);
  for (const body of [
    { type: 'application.conditionally_approved', offer: 'o-1', conditions: ['Proof of income'] },
    { type: 'offer.expired', offer: 'o-1' },
    { type: 'offer.funded', offer: 'o-1', amount: 100, stage: 'a' },
    { type: 'funding.reversed', offer: 'o-1', amount: 100 },
  ]) {
    expect(await other.event(reference, body)).toBe(404);
    expect(await skipped.event(reference, body)).toBe(404);
  }
  expect(await read()).toEqual(before);
});

test('an approval on conditions shows the homeowner what the lender needs', async () => {
  const one = await lenders.lender();
  const application = await lenders.apply();
  const { reference, read } = application;
  await one.event(reference, offersOf('o-1'));
  const conditions = ['Proof of income', 'A signed contract'];
  const body = { type: 'application.conditionally_approved', offer: 'o-1', conditions };
  expect(await one.event(reference, body)).toBe(200);
  expect(await read()).toMatchObject({
    next: { step: 'decide' },
    offers: [{ chosen: true, approved: false, conditionallyApproved: true, conditions }],
  });
  const mails = await lenders.sql(
    `select name, payload from (select task_identifier name, payload from graphile_worker.jobs j
       join graphile_worker._private_jobs p using (id)) jobs where payload::text like '%conditionally approved%'`,
  );
  expect(mails.length).toBeGreaterThan(0);
  // Older conditions don't replace newer ones.
  const old = { ...body, conditions: ['An old condition'], createdAt: later(-600) };
  expect(await one.event(reference, old)).toBe(200);
  expect((await read()).offers[0]?.conditions).toEqual(conditions);
  await one.event(reference, { type: 'application.approved', offer: 'o-1' });
  expect(await read()).toMatchObject({ next: { step: 'startWork' } });
});

test('an expired offer can’t be chosen, and counts as withdrawn', async () => {
  const one = await lenders.lender();
  const application = await lenders.apply();
  const { reference, read } = application;
  const expiresAt = later(3600);
  await one.event(reference, offer('o-1', { expiresAt }));
  expect((await read()).offers).toMatchObject([{ expired: false, withdrawn: false, expiresAt }]);
  app.clock.pass(3600);
  const shown = await read();
  expect(shown.offers).toMatchObject([{ expired: true, withdrawn: true, expiresAt }]);
  expect(shown.next.step).toBe('withdrawn');
  expect((await detailOf(application)).details.offers).toMatchObject([{ state: 'expired' }]);
  expect((await detailOf(application)).data.nextStep).toBe('withdrawn');
  const refused = await choose(application, shown.offers[0]?.id);
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({
    error: 'application_closed',
    message: 'This offer from Bank of o-1 has expired.',
  });
});

test('an offer chosen in time stays the choice after its expiry; the lender can end it', async () => {
  const one = await lenders.lender();
  const application = await lenders.apply();
  const { reference, read } = application;
  await one.event(reference, offer('o-1', { expiresAt: later(3600) }));
  const [{ id } = { id: 0 }] = (await read()).offers;
  expect((await choose(application, id)).statusCode).toBe(200);
  app.clock.pass(7200);
  expect((await read()).next.step).toBe('decide');
  expect(await one.event(reference, { type: 'offer.expired', offer: 'o-1' })).toBe(200);
  expect(await read()).toMatchObject({
    next: { step: 'withdrawn' },
    offers: [{ chosen: false, expired: true }],
  });
});

test.each([['counter-offer first'], ['earlier offer first']])(
  'a counter-offer replaces the earlier offer: %s',
  async (order) => {
    const [one, other] = [await lenders.lender(), await lenders.lender()];
    const application = await lenders.apply();
    const { reference, read } = application;
    await other.event(reference, offersOf('o-1'));
    const events = [offer('o-1'), offer('o-2', { replaces: 'o-1', amount: 15_000 })];
    for (const body of order === 'counter-offer first' ? events.toReversed() : events)
      expect(await one.event(reference, body)).toBe(200);
    const { offers } = await read();
    // Another lender's offer with the same reference stays.
    expect(offers.filter(({ withdrawn }) => withdrawn)).toHaveLength(1);
    const replaced = offers.find(({ withdrawn }) => withdrawn);
    expect((await choose(application, replaced?.id)).statusCode).toBe(409);
    const counter = offers.find(({ amount }) => amount === 15_000);
    expect((await choose(application, counter?.id)).statusCode).toBe(200);
  },
);

test('the lender’s own form is shown for the chosen offer only, and must be https', async () => {
  const one = await lenders.lender();
  const application = await lenders.apply();
  const { reference, read } = application;
  for (const applyUrl of ['javascript:alert(1)', 'http://lender.example/apply', 'data:text/html,x'])
    expect(await one.event(reference, offer('o-1', { applyUrl }))).toBe(422);
  const applyUrl = 'https://lender.example/apply?ref=1';
  await one.event(reference, offer('o-1', { applyUrl }));
  const [shown] = (await read()).offers;
  expect(shown?.applyUrl).toBeNull();
  await choose(application, shown?.id);
  expect((await read()).offers[0]?.applyUrl).toBe(applyUrl);
});

test('the dealer fee is for the contractor, and never for the homeowner', async () => {
  const one = await lenders.lender();
  const application = await lenders.apply();
  const { reference, read } = application;
  await one.event(reference, offer('o-1', { dealerFee: 1234.56 }));
  expect((await detailOf(application)).details.offers).toMatchObject([{ dealerFee: 1234.56 }]);
  const [shown] = (await read()).offers;
  await choose(application, shown?.id);
  const text = JSON.stringify(await read());
  expect(text).not.toContain('1234.56');
  expect(text.toLowerCase()).not.toContain('dealerfee');
});

test('only staff see the fields that the protocol doesn’t know', async () => {
  const one = await lenders.lender();
  const application = await lenders.apply();
  await one.event(application.reference, offer('o-1', { promo: { code: 'SPRING' } }));
  expect((await detailOf(application)).details.lenderExtras).toEqual([]);
  const admin = await signedInAs(app, 'admin@demo.test');
  const [brand] = await lenders.sql(`select id from users where email = 'brand@demo.test'`);
  await admin.switchInto(brand.id);
  const shown = (await admin.get(`/reports-applications/${application.id}`)).json();
  expect(shown.details.lenderExtras).toMatchObject([
    { type: 'offers.received', fields: [{ name: 'offers.0.promo.code', value: 'SPRING' }] },
  ]);
});

test('only staff see which lenders got an application, and why others were skipped', async () => {
  const one = await lenders.lender();
  const other = await lenders.lender({ states: ['OR'], minAmount: 50_000 });
  const application = await lenders.apply();
  await one.event(application.reference, offer('o-1'));
  expect((await detailOf(application)).details.lenderRoutes).toEqual([]);
  const admin = await signedInAs(app, 'admin@demo.test');
  const [brand] = await lenders.sql(`select id from users where email = 'brand@demo.test'`);
  await admin.switchInto(brand.id);
  const shown = (await admin.get(`/reports-applications/${application.id}`)).json();
  const at = expect.stringMatching(/^20/);
  expect(shown.details.lenderRoutes).toMatchObject([
    { lenderId: one.id, state: 'offered', sentAt: at, answeredAt: at, skipped: [] },
    { lenderId: other.id, state: 'skipped', sentAt: null, skipped: ['state', 'amount'] },
  ]);
});
