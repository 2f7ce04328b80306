import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, signedInAs, type TestApp } from '../../../../test/app.ts';
import { offersOf, openLenders, type Applied, type TestLender } from '../../../../test/lenders.ts';

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

interface Deal {
  lender: TestLender;
  application: Applied;
  fund(amount: number, stage?: string, more?: object): Promise<number>;
  reverse(amount: number, more?: object): Promise<number>;
  /** The offer's sums and its payouts and reversals, in dollars. */
  money(): Promise<{ funded: number | null; reversed: number; booked: [string, number][] }>;
  detail(): Promise<Record<string, unknown> & { data: object; details: object }>;
}

/** An application with one offer. */
async function deal(): Promise<Deal> {
  const lender = await lenders.lender();
  const application = await lenders.apply();
  await lender.event(application.reference, offersOf('o-1'));
  return {
    lender,
    application,
    fund: (amount, stage, more = {}) =>
      lender.event(application.reference, {
        type: 'offer.funded',
        offer: 'o-1',
        amount,
        ...(stage !== undefined && { stage }),
        ...more,
      }),
    reverse: (amount, more = {}) =>
      lender.event(application.reference, {
        type: 'funding.reversed',
        offer: 'o-1',
        amount,
        ...more,
      }),
    money: async () => {
      const [offer] = await lenders.sql('select * from offers where application_id = $1', [
        application.id,
      ]);
      const fundings = await lenders.sql(
        'select stage, amount_cents from offer_fundings where application_id = $1 order by number',
        [application.id],
      );
      return {
        funded: offer.funded_amount_cents === null ? null : Number(offer.funded_amount_cents) / 100,
        reversed: Number(offer.reversed_amount_cents) / 100,
        booked: fundings.map(({ stage, amount_cents: cents }) => [stage, Number(cents) / 100]),
      };
    },
    detail: async () =>
      (
        await (
          await signedInAs(app, 'brand@demo.test')
        ).get(`/reports-applications/${application.id}`)
      ).json(),
  };
}

test('each stage is booked once, also when calls repeat or run in parallel', async () => {
  const { fund, money } = await deal();
  expect(await Promise.all([fund(5000, 'start'), fund(5000, 'start'), fund(3000, 'end')])).toEqual([
    200, 200, 200,
  ]);
  expect(await fund(3000, 'end')).toBe(200);
  const { funded, booked } = await money();
  expect(funded).toBe(8000);
  expect(booked.toSorted(([a], [b]) => a.localeCompare(b))).toEqual([
    ['end', 3000],
    ['start', 5000],
  ]);
});

test('without a stage, a second payout is ignored', async () => {
  const { fund, money } = await deal();
  expect([await fund(5000), await fund(6000)]).toEqual([200, 200]);
  expect(await money()).toEqual({ funded: 5000, reversed: 0, booked: [['', 5000]] });
});

test('a reversal in part lowers the sum; the application stays funded', async () => {
  const { fund, reverse, money, detail, application } = await deal();
  await fund(5000);
  expect(await reverse(1500, { reason: 'The job was smaller' })).toBe(200);
  expect(await money()).toEqual({
    funded: 3500,
    reversed: 1500,
    booked: [
      ['', 5000],
      ['', -1500],
    ],
  });
  const shown = await detail();
  expect(shown.data).toMatchObject({ nextStep: 'funded', reversed: 1500 });
  expect(shown.details).toMatchObject({
    offers: [{ state: 'funded', fundedAmount: 3500, reversedAmount: 1500 }],
  });
  expect(JSON.stringify(shown.details)).toContain('"what":"reversed"');
  expect((await application.read()).next.step).toBe('funded');
});

test('a full reversal ends the application as withdrawn', async () => {
  const { fund, reverse, detail, application } = await deal();
  await fund(5000);
  await reverse(2000);
  await reverse(3000);
  const shown = await detail();
  expect(shown.data).toMatchObject({ nextStep: 'withdrawn', stage: 'offers', reversed: 5000 });
  expect(shown.details).toMatchObject({ offers: [{ state: 'reversed', fundedAmount: null }] });
  // The homeowner didn't withdraw it.
  expect(JSON.stringify(shown.details)).not.toContain('"what":"withdrawn"');
  expect(await application.read()).toMatchObject({
    next: { step: 'withdrawn' },
    offers: [{ reversed: true, funded: false, chosen: false, withdrawn: true }],
  });
});

test('a later stage funds a reversed application again', async () => {
  const { fund, reverse, money, application } = await deal();
  await fund(5000, 'start');
  await reverse(5000);
  await fund(4000, 'again');
  expect(await money()).toMatchObject({ funded: 4000, reversed: 5000 });
  expect((await application.read()).next.step).toBe('funded');
});

test('a reversal before its funding is not found, so that the lender retries', async () => {
  const { fund, reverse, money } = await deal();
  const event = { id: 'event-reversal-1' };
  expect(await reverse(1000, event)).toBe(404);
  await fund(5000);
  expect(await reverse(1000, event)).toBe(200);
  expect(await reverse(1000, event)).toBe(200);
  expect(await money()).toMatchObject({ funded: 4000, reversed: 1000 });
});

test('more than is left can’t be reversed, also in parallel', async () => {
  const { fund, reverse, money } = await deal();
  await fund(3000, 'start');
  await fund(2000, 'end');
  expect(await reverse(5000.01)).toBe(422);
  const answers = await Promise.all([reverse(3000), reverse(3000), reverse(3000)]);
  expect(answers.toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
  expect(await money()).toMatchObject({ funded: 2000, reversed: 3000 });
  expect(await reverse(2000)).toBe(200);
  expect(await reverse(0.01)).toBe(422);
  for (const amount of [0, -5, 1.001]) expect(await reverse(amount)).toBe(422);
});

test('a reversal notifies the contractor and the staff who pay, once', async () => {
  const { fund, reverse, application } = await deal();
  await fund(5000);
  await app.work();
  const event = { id: `event-reversal-${application.id}` };
  const mails = async (): Promise<string[]> =>
    (
      await lenders.sql(
        `select event from messages where event like 'funding-reversed%' order by id`,
      )
    ).map((row) => row.event);
  const before = (await mails()).length;
  await reverse(1000, event);
  await app.work();
  const sent = await mails();
  expect(sent.slice(before).toSorted()[0]).toBe('funding-reversed');
  expect(sent.slice(before)).toContain('funding-reversed-payers');
  expect(await reverse(1000, event)).toBe(200);
  await app.work();
  expect(await mails()).toHaveLength(sent.length);
});

test('on the dashboard, each stage counts on its own day, less what was reversed of it', async () => {
  const { fund, reverse } = await deal();
  const today = async () =>
    (await (await signedInAs(app, 'brand@demo.test')).get('/dashboard/today')).json();
  app.clock.pass(86_400);
  const noon = `${(await today()).today}T12:00:00-05:00`;
  app.clock.pass(2 * 86_400);
  // The event's own time counts, in any offset, not its arrival.
  expect(await fund(5000, 'start', { createdAt: noon })).toBe(200);
  expect(await fund(3000, 'end')).toBe(200);
  expect(await reverse(1000)).toBe(200);
  const { funded } = await today();
  expect([...funded.lastDays, ...funded.days].slice(-3)).toEqual([5000, 0, 2000]);
});

test.each([
  ['en', 'homeowner-reversed', /reversed a payment for your project/, 'application has ended'],
  ['es', 'homeowner-reversed-es', /revirtió dinero de su proyecto/, 'solicitud terminó'],
] as const)(
  'a homeowner who reads %s gets one message for each reversal',
  async (language, event, subject, ended) => {
    const { fund, reverse, application } = await deal();
    await lenders.sql('update applications set language = $2 where id = $1', [
      application.id,
      language,
    ]);
    await fund(5000);
    await app.work();
    const mails = () =>
      lenders.sql(
        `select subject, text from messages
         where channel = 'email' and event = $1 and about_id = $2 order by id`,
        [event, application.id],
      );
    const first = { id: `event-back-1-${application.id}` };
    expect(await reverse(1500, first)).toBe(200);
    expect(await reverse(1500, first)).toBe(200);
    await app.work();
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail.subject).toMatch(subject);
    expect(mail.text).not.toContain(ended);
    // Anyone can enter someone else's address.
    expect(mail.text).not.toContain('1,500');
    await reverse(3500);
    await app.work();
    const [, last] = await mails();
    expect(last.text).toContain(ended);
    expect(last.text).not.toContain('/application/');
  },
);
