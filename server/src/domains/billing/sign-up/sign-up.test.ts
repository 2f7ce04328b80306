import { afterAll, beforeAll, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { signUpDetails } from '@lintel/contract/billing/sign-up';
import { createTestApp, signedInAs, visitor, type TestApp } from '../../../../test/app.ts';
import { mailTo } from '../../../../test/mail.ts';
import {
  answerBank,
  cardNumbers,
  contractorsOf as ofEmail,
  halt,
  intentIdOf,
  loseAnswer,
  paidBy,
  planIds,
  someone as visitorWith,
} from '../../../../test/sign-up.ts';
import { createContext } from '../../../app.ts';
import { hashSecret } from '../../../platform/crypto/secrets.ts';
import { contractors } from '../../contractors/tables.ts';
import { ensureReferralCode } from '../../contractors/index.ts';
import { writeSettingValue } from '../../../platform/settings/store.ts';
import { sandboxIntents } from '../gateway/tables.ts';
import { paymentAttempts } from '../payments/tables.ts';
import { subscriptions } from '../subscriptions/tables.ts';
import { beginAttempt } from './attempts.ts';
import type { PlanRow } from '../plans/repository.ts';
import { signUps } from './tables.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const { free, pro } = planIds;
const numbers = cardNumbers;
const someone = (more: Record<string, unknown> = {}) => visitorWith(app, more);
const contractorsOf = (email: string) => ofEmail(app, email);
const chargedOf = (contractorId: number) => paidBy(app, contractorId);
const db = () => app.deps.database.db;
const automatic = (value: boolean) =>
  writeSettingValue(db(), { name: 'AutomaticAccounts', value, userId: null, at: app.clock.now() });

test('a visitor sees the public plans, cheapest first, with the amounts due today and later', async () => {
  const { plans, gateway, referralDiscount, testCards } = (
    await visitor(app).get('/sign-up/plans')
  ).json();
  expect(plans.map(({ tier }: { tier: string }) => tier)).not.toContain('Test');
  expect(plans.map(({ price }: { price: number }) => price)).toEqual(
    plans.map(({ price }: { price: number }) => price).toSorted((a: number, b: number) => a - b),
  );
  const offer = plans.find(({ id }: { id: number }) => id === pro);
  expect(offer).toMatchObject({
    name: 'Pro',
    price: 1188,
    firstYear: { total: 1188, today: 99, later: { payments: 11, amount: 99 } },
    referred: { total: 1069.2, today: 89.1, later: { payments: 11, amount: 89.1 } },
  });
  expect([gateway, referralDiscount]).toEqual(['sandbox', 10]);
  expect(testCards.length).toBeGreaterThan(0);
});

test('where staff review sign-ups first, a visitor who pays becomes a Paid contractor without an account, and staff are notified', async () => {
  await automatic(false);
  const one = someone();
  const answer = await one.post(numbers.good);
  await automatic(true);
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    { message: 'Your payment has been completed successfully' },
  ]);
  const [made, ...others] = await contractorsOf(one.email);
  expect(others).toEqual([]);
  expect(made).toMatchObject({
    companyName: one.details.companyName,
    companyAddress: '1 Main Street, Denver, CO 80202',
    websiteUrl: 'http://vale.example',
    phone: '3035550199',
    planId: pro,
    paymentStatus: 'Paid',
    ownerId: null,
  });
  expect(await chargedOf(made?.id ?? 0)).toEqual([9900]);
  expect(await one.status()).toMatchObject({
    state: 'done',
    planName: 'Pro',
    accountMade: false,
    email: one.email,
  });
  const told = await mailTo(app, app.deps.config.BRAND_SUPPORT_EMAIL);
  expect(told.some(({ event, html }) => event === 'lead-created' && html.includes(one.email))).toBe(
    true,
  );
  expect((await mailTo(app, one.email)).map(({ event }) => event)).toEqual(['payment-succeeded']);
});

test.each([
  ['pays', pro, numbers.good],
  ['has nothing to pay', free, null],
])('a visitor who %s gets the account and the activation link', async (_what, planId, number) => {
  const one = someone({ planId });
  await one.post(number);
  const [made] = await contractorsOf(one.email);
  expect(made?.ownerId).not.toBeNull();
  expect(await one.status()).toMatchObject({ state: 'done', accountMade: true });
  expect((await mailTo(app, one.email)).map(({ event }) => event)).toContain('confirm-account');
});

test('staff turn the review of sign-ups on and off, on record, and other roles have no access', async () => {
  const admin = await signedInAs(app, 'admin@demo.test');
  const read = async () => (await admin.get('/sign-up-settings')).json();
  expect(await read()).toEqual({ staffCreateAccounts: false });
  expect((await admin.post('/sign-up-settings', { staffCreateAccounts: true })).json()).toEqual({
    message: 'Saved',
    settings: { staffCreateAccounts: true },
  });
  const one = someone();
  await one.post(numbers.good);
  expect(await one.status()).toMatchObject({ state: 'done', accountMade: false });
  await admin.post('/sign-up-settings', { staffCreateAccounts: false });
  expect(await read()).toEqual({ staffCreateAccounts: false });
  const { rows } = await app.deps.database.pool.query(
    "select actor_id, details from audit_log where action = 'sign-up-settings.saved' order by id",
  );
  expect(rows.map(({ actor_id: by, details }) => [by, details.before, details.after])).toEqual([
    [1, { staffCreateAccounts: false }, { staffCreateAccounts: true }],
    [1, { staffCreateAccounts: true }, { staffCreateAccounts: false }],
  ]);
  for (const email of ['support@demo.test', 'pro@demo.test']) {
    const client = await signedInAs(app, email);
    expect((await client.get('/sign-up-settings')).statusCode).toBe(403);
    expect((await client.post('/sign-up-settings', { staffCreateAccounts: true })).statusCode).toBe(
      403,
    );
  }
});

test('a free plan needs no card, leaves the contractor Unpaid, and creates the account immediately', async () => {
  const one = someone({ planId: free });
  expect((await one.post(null)).statusCode).toBe(200);
  const [made] = await contractorsOf(one.email);
  expect(made).toMatchObject({ planId: free, paymentStatus: 'Unpaid' });
  expect(await one.status()).toMatchObject({ state: 'done', planName: 'Free', accountMade: true });
  expect((await mailTo(app, one.email)).map(({ event }) => event)).toContain('confirm-account');
});

test('a paid plan requires a card', async () => {
  const one = someone();
  const answer = await one.post(null);
  expect([answer.statusCode, answer.json().fields]).toEqual([
    422,
    { 'card.number': 'This field is required.' },
  ]);
  expect(await contractorsOf(one.email)).toEqual([]);
});

test('a card rejected by the gateway leaves the lead, and the same visitor’s next card pays for the same contractor', async () => {
  const one = someone();
  const refused = await one.post(numbers.refused);
  expect([refused.statusCode, refused.json().message]).toEqual([422, 'The card was declined.']);
  const [lead] = await contractorsOf(one.email);
  expect(lead).toMatchObject({ paymentStatus: 'Unpaid', companyName: one.details.companyName });
  expect((await one.post(numbers.good)).statusCode).toBe(200);
  const rows = await contractorsOf(one.email);
  expect(rows.map(({ id, paymentStatus }) => [id, paymentStatus])).toEqual([[lead?.id, 'Paid']]);
});

test('a declined payment leaves the contractor Failed; another card in the same session pays once', async () => {
  const one = someone();
  const declined = await one.post(numbers.declines);
  expect([declined.statusCode, declined.json()]).toEqual([
    422,
    { error: 'payment_failed', message: 'The card was declined.' },
  ]);
  expect(await one.status()).toMatchObject({
    state: 'open',
    failureMessage: 'The card was declined.',
  });
  const [failed] = await contractorsOf(one.email);
  expect(failed?.paymentStatus).toBe('Failed');
  expect((await one.post(numbers.good)).statusCode).toBe(200);
  const [paid] = await contractorsOf(one.email);
  expect(paid).toMatchObject({ id: failed?.id, paymentStatus: 'Paid' });
  expect(await chargedOf(paid?.id ?? 0)).toEqual([9900]);
  expect((await mailTo(app, one.email)).map(({ event }) => event)).toEqual([
    'confirm-account',
    'payment-succeeded',
  ]);
});

test('a visitor who chooses another plan after a declined card pays only for that plan', async () => {
  const one = someone();
  await one.post(numbers.declines);
  expect((await one.post(numbers.good, { planId: 2 })).statusCode).toBe(200);
  const [paid] = await contractorsOf(one.email);
  expect(paid).toMatchObject({ planId: 2, paymentStatus: 'Paid' });
  expect(await chargedOf(paid?.id ?? 0)).toEqual([29_900]);
  const begun = await db()
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.contractorId, paid?.id ?? 0))
    .orderBy(subscriptions.id);
  expect(begun.map(({ planId, state }) => [planId, state])).toEqual([
    [pro, 'canceled'],
    [2, 'active'],
  ]);
});

test('a visitor who chooses the free plan after a declined card owes nothing', async () => {
  const one = someone();
  await one.post(numbers.declines);
  expect((await one.post(null, { planId: free })).statusCode).toBe(200);
  const [made] = await contractorsOf(one.email);
  expect(made).toMatchObject({ planId: free, paymentStatus: 'Unpaid' });
});

test('a bank authentication redirects the visitor, and the return completes the sign-up', async () => {
  const one = someone();
  const { redirectUrl } = (await one.post(numbers.asksBank)).json();
  expect(redirectUrl).toMatch(/\/sandbox\/authenticate\/\w+$/);
  expect(await one.status()).toMatchObject({ state: 'action' });
  await answerBank(app, redirectUrl, true);
  expect(await one.confirm()).toMatchObject({ state: 'done' });
  const [made] = await contractorsOf(one.email);
  expect(made?.paymentStatus).toBe('Paid');
  expect(await one.confirm()).toMatchObject({ state: 'done' });
  expect(await chargedOf(made?.id ?? 0)).toEqual([9900]);
});

test('a visitor who fails at the bank sees that and can use another card', async () => {
  const one = someone();
  const { redirectUrl } = (await one.post(numbers.asksBank)).json();
  await answerBank(app, redirectUrl, false);
  const failed = await one.confirm();
  expect(failed).toMatchObject({
    state: 'open',
    failureMessage: 'The bank could not authenticate the cardholder.',
  });
  expect((await one.post(numbers.good)).statusCode).toBe(200);
  expect(await one.status()).toMatchObject({ state: 'done' });
});

test.each([
  ['another card', pro, 9900],
  ['another plan', 2, 29_900],
])('%s cancels the payment that waits for the bank', async (_what, planId, due) => {
  const one = someone();
  const { redirectUrl } = (await one.post(numbers.asksBank)).json();
  expect((await one.post(numbers.good, { planId })).statusCode).toBe(200);
  const [old] = await db()
    .select()
    .from(sandboxIntents)
    .where(eq(sandboxIntents.id, intentIdOf(redirectUrl)));
  expect(old?.status).toBe('failed');
  const [made] = await contractorsOf(one.email);
  expect(await chargedOf(made?.id ?? 0)).toEqual([due]);
});

test('a payment approved by the bank in the meantime isn’t charged again to another card', async () => {
  const one = someone();
  const { redirectUrl } = (await one.post(numbers.asksBank)).json();
  await answerBank(app, redirectUrl, true);
  expect((await one.post(numbers.good)).statusCode).toBe(200);
  const [made] = await contractorsOf(one.email);
  expect(made?.paymentStatus).toBe('Paid');
  expect(await chargedOf(made?.id ?? 0)).toEqual([9900]);
});

test('a visitor who requests another plan after the bank approved the first gets the paid plan, and the answer names it', async () => {
  const one = someone();
  const { redirectUrl } = (await one.post(numbers.asksBank)).json();
  await answerBank(app, redirectUrl, true);
  const other = { planId: planIds.self };
  for (const time of ['before the payment is booked', 'after it']) {
    const answer = await one.post(numbers.good, other, time);
    expect([answer.statusCode, answer.json()], time).toEqual([
      200,
      { message: "You're signed up for the Pro plan" },
    ]);
    await app.work();
    expect(await one.status(), time).toMatchObject({ state: 'done', planName: 'Pro' });
    expect(await contractorsOf(one.email), time).toMatchObject([
      { planId: pro, paymentStatus: 'Paid' },
    ]);
  }
  const [made] = await contractorsOf(one.email);
  expect(await chargedOf(made?.id ?? 0)).toEqual([9900]);
});

test('a visitor who requests another plan while the payment’s result is unknown gets the paid plan', async () => {
  const one = someone();
  loseAnswer(app.deps.gateway);
  expect((await one.post(numbers.good)).json().error).toBe('gateway_unavailable');
  const second = await one.post(numbers.good, { planId: planIds.self });
  expect(second.json().error).toBe('in_progress');
  expect(await one.status()).toMatchObject({ state: 'processing', planName: 'Pro' });
  await app.work();
  expect(await one.status()).toMatchObject({ state: 'done', planName: 'Pro' });
  const [made] = await contractorsOf(one.email);
  expect(made).toMatchObject({ planId: pro, paymentStatus: 'Paid' });
  expect(await chargedOf(made?.id ?? 0)).toEqual([9900]);
});

test('a contractor moved to another plan by staff before the first payment gets the paid plan', async () => {
  const one = someone();
  await one.post(numbers.declines);
  await db()
    .update(contractors)
    .set({ planId: planIds.self })
    .where(eq(contractors.email, one.email));
  await one.post(numbers.good);
  expect(await contractorsOf(one.email)).toMatchObject([{ planId: pro, paymentStatus: 'Paid' }]);
});

test('an order isn’t canceled for another plan once an automatic attempt at it has started', async () => {
  const one = someone();
  await one.post(numbers.declines);
  const [made] = await contractorsOf(one.email);
  const contractorId = made?.id ?? 0;
  const stop = halt(app.deps.gateway, 'attachCard', 'after');
  const second = one.post(numbers.good, { planId: planIds.self });
  await stop.reached;
  const [tried] = await db()
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.contractorId, contractorId));
  if (tried === undefined) throw new Error('Nothing was tried');
  const { id: _id, ...values } = tried;
  const begun = { kind: 'automatic', state: 'started', idempotencyKey: 'charge:clock' } as const;
  await db()
    .insert(paymentAttempts)
    .values({ ...values, ...begun, intentId: null, endedAt: null });
  stop.release();
  expect((await second).json().error).toBe('in_progress');
  const orders = await db()
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.contractorId, contractorId));
  expect(orders.map(({ planId, state }) => [planId, state])).toEqual([[pro, 'pending']]);
});

test('a waiting call gives up at its deadline, however many calls come first', async () => {
  const one = someone();
  await one.post(numbers.declines);
  const busySince = app.clock.now();
  await db().update(signUps).set({ busySince }).where(eq(signUps.email, one.email));
  // On all but every fourth check, another call appears to be in progress.
  let looks = 0;
  const now = (): Date => new Date(busySince.getTime() + ((looks += 1) % 4 === 0 ? 200_000 : 0));
  const call = beginAttempt(
    { ...createContext(app.deps), clock: { now } },
    {
      details: signUpDetails.parse(one.details),
      plan: { name: 'Pro' } as PlanRow,
      tokenHash: hashSecret(one.token),
      requestHash: 'another call',
      address: '10.0.0.1',
      requirePriceShown: () => undefined,
    },
    1000,
  );
  await expect(call).rejects.toMatchObject({ code: 'in_progress' });
  expect(looks).toBeGreaterThan(4);
}, 5000);

test('a repeated call, with its key or after its end, creates one contractor and one charge', async () => {
  const one = someone();
  const answers = await Promise.all([
    one.post(numbers.good, {}, 'twice'),
    one.post(numbers.good, {}, 'twice'),
  ]);
  answers.push(await one.post(numbers.good, {}, 'another key'));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  const rows = await contractorsOf(one.email);
  expect(rows).toHaveLength(1);
  expect(await chargedOf(rows[0]?.id ?? 0)).toEqual([9900]);
  const made = await db()
    .select()
    .from(sandboxIntents)
    .where(eq(sandboxIntents.status, 'succeeded'));
  expect(
    made.filter(({ metadata }) => metadata['contractor'] === String(rows[0]?.id)),
  ).toHaveLength(1);
});

test('a visitor who calls eight times in parallel without keys gets the same answers and is charged once', async () => {
  const one = someone();
  const answers = await Promise.all(Array.from({ length: 8 }, () => one.post(numbers.good)));
  const told = [...new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`))];
  expect(told).toEqual(['200 {"message":"Your payment has been completed successfully"}']);
  const rows = await contractorsOf(one.email);
  expect(rows).toHaveLength(1);
  expect(await chargedOf(rows[0]?.id ?? 0)).toEqual([9900]);
});

test('rejects an e-mail of an account or a paying contractor', async () => {
  for (const email of ['PRO@demo.test', 'team@demo.test', 'admin@demo.test']) {
    const answer = await someone({ email }).post(numbers.good);
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      {
        error: 'email_already_used',
        message: 'This e-mail is already used by another account.',
        fields: { email: 'This e-mail is already registered. Please sign in.' },
      },
    ]);
  }
  const paid = someone();
  await paid.post(numbers.good);
  expect((await someone({ email: paid.email.toUpperCase() }).post(numbers.good)).statusCode).toBe(
    409,
  );
  const freeOne = someone({ planId: free });
  await freeOne.post(null);
  expect((await someone({ email: freeOne.email }).post(numbers.good)).statusCode).toBe(409);
});

test('a declined card in two parallel calls is charged once, and both calls report it', async () => {
  const one = someone();
  const answers = await Promise.all([one.post(numbers.declines), one.post(numbers.declines)]);
  expect(answers.map(({ statusCode, json }) => [statusCode, json().message])).toEqual([
    [422, 'The card was declined.'],
    [422, 'The card was declined.'],
  ]);
  const [made] = await contractorsOf(one.email);
  const tries = await db()
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.contractorId, made?.id ?? 0));
  expect(tries).toHaveLength(1);
});

test('a referred friend pays 10% less in the first year, and the referrer is kept [ACC-008]', async () => {
  const code = await ensureReferralCode(db(), 101);
  const { companyName } = (
    await visitor(app).get(`/sign-up/referral/${code.toLowerCase()}`)
  ).json();
  expect(companyName).toBe('Summit Roofing LLC');
  const one = someone({ referralCode: code });
  expect((await one.post(numbers.good, { dueToday: 89.1 })).statusCode).toBe(200);
  const [made] = await contractorsOf(one.email);
  expect(made?.referralId).toBe(101);
  expect(await chargedOf(made?.id ?? 0)).toEqual([8910]);
});

test('an unknown referral code is an error on its field', async () => {
  expect((await visitor(app).get('/sign-up/referral/NOBODY00')).statusCode).toBe(404);
  const one = someone({ referralCode: 'NOBODY00' });
  const answer = await one.post(numbers.good);
  expect([answer.statusCode, answer.json().fields]).toEqual([
    422,
    { referralCode: "We don't recognize this referral code." },
  ]);
  expect(await contractorsOf(one.email)).toEqual([]);
});

test('a lead can’t refer itself, or be referred when it has a partner', async () => {
  const one = someone();
  await one.post(numbers.declines);
  const [lead] = await contractorsOf(one.email);
  const own = await ensureReferralCode(db(), lead?.id ?? 0);
  const refusal = { referralCode: 'This referral code cannot be used with this e-mail.' };
  expect((await one.post(numbers.good, { referralCode: own })).json().fields).toEqual(refusal);
  await db()
    .update(contractors)
    .set({ partnerId: 102 })
    .where(eq(contractors.id, lead?.id ?? 0));
  const other = await ensureReferralCode(db(), 101);
  expect((await one.post(numbers.good, { referralCode: other })).json().fields).toEqual(refusal);
});

test('a referral code is created once and has eight letters and digits that are easy to distinguish', async () => {
  const code = await ensureReferralCode(db(), 102);
  expect(code).toMatch(/^[A-HJKMNP-TV-Z][0-9A-HJKMNP-TV-Z]{7}$/);
  expect(await ensureReferralCode(db(), 102)).toBe(code);
  await expect(ensureReferralCode(db(), 999_999)).rejects.toMatchObject({ code: 'not_found' });
});

test('a plan that isn’t public, or a price raised since it was shown, charges nothing', async () => {
  const one = someone();
  expect((await one.post(numbers.good, { planId: 6 })).json().fields).toEqual({
    planId: 'This plan is no longer offered. Please choose another one.',
  });
  const answer = await one.post(numbers.good, { dueToday: 98.99 });
  expect([answer.statusCode, answer.json().error]).toEqual([409, 'conflict']);
  expect(await contractorsOf(one.email)).toEqual([]);
});

test('an unknown token reveals nothing', async () => {
  expect((await visitor(app).get(`/sign-up/${'x'.repeat(48)}`)).statusCode).toBe(404);
  expect((await visitor(app).post(`/sign-up/${'x'.repeat(48)}/confirm`)).statusCode).toBe(404);
  expect((await visitor(app).get('/sign-up/short')).statusCode).toBe(400);
});
