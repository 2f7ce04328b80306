import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  booksOf,
  createBillingWorld,
  daySeconds,
  giveCard,
  retireAll,
  subscribe,
  work,
  type BillingWorld,
  deleteMails,
  mailsOf,
} from '../../../../test/billing-world.ts';
import { billAllDue } from '../subscriptions/bill-due.ts';
import { sendExpiryNotices } from '../cards/jobs.ts';
import { retryAfterCardChange } from '../queue-jobs.ts';
import { chargeDue } from './charging.ts';
import { confirmPayment, retryPayment } from './retry.ts';

let world: BillingWorld;
beforeAll(async () => {
  world = await createBillingWorld();
});
beforeEach(async () => {
  world.gateway.usual = 'succeeds';
  await deleteMails(world);
});
afterEach(() => retireAll(world));
afterAll(() => world.close());

const page = 'http://localhost:3000/card-payments';
const tick = async (days = 0): Promise<void> => {
  world.clock.pass(days * daySeconds);
  await billAllDue(world.context);
  await work(world);
};
/** The next step named in the last e-mail. */
const next = async () =>
  ((await mailsOf(world)).at(-1)?.data['payment'] as { next?: string } | undefined)?.next;

/** A contractor with one paid installment and a second one that just failed. */
async function withFailure(options: Parameters<typeof subscribe>[1] = {}) {
  const begun = await subscribe(world, options);
  await work(world);
  await deleteMails(world);
  world.gateway.usual = 'declines';
  const { subscriptions } = await booksOf(world, begun.contractorId);
  await tick(
    (subscriptions[0]!.nextBillingAt!.getTime() - world.clock.now().getTime()) / 1000 / daySeconds,
  );
  const { payments } = await booksOf(world, begun.contractorId);
  return { ...begun, paymentId: payments[1]!.id };
}

test('a failed payment is retried after 3, 5, and 7 days, each time with an e-mail about the next step, then no more', async () => {
  const { contractorId } = await withFailure();
  const first = world.clock.now();
  const seen: unknown[] = [];
  const see = async () => {
    const { payments, subscriptions, contractor } = await booksOf(world, contractorId);
    const days = (world.clock.now().getTime() - first.getTime()) / 1000 / daySeconds;
    seen.push([
      days,
      payments[1]!.automaticTries,
      subscriptions[0]!.state,
      contractor.paymentStatus,
      await next(),
    ]);
  };
  await see();
  for (let day = 1; day <= 12; day += 1) {
    const before = (await mailsOf(world)).length;
    await tick(1);
    if ((await mailsOf(world)).length > before) await see();
  }
  const pay = 'You can pay it now on the Billing page';
  expect(seen).toEqual([
    [0, 1, 'past_due', 'Failed', `We'll try again on April 13, 2026. ${pay}.`],
    [3, 2, 'past_due', 'Failed', `We'll try again on April 15, 2026. ${pay}.`],
    [5, 3, 'past_due', 'Failed', `We'll try again on April 17, 2026. ${pay}.`],
    [
      7,
      4,
      'unpaid',
      'Failed',
      `This was the last automatic attempt. ${pay} so your account stays active.`,
    ],
  ]);
  const { attempts, payments } = await booksOf(world, contractorId);
  expect(attempts.map(({ state }) => state)).toEqual([
    'succeeded',
    'failed',
    'failed',
    'failed',
    'failed',
  ]);
  expect(payments[1]).toMatchObject({
    state: 'Failed',
    nextTryAt: null,
    failureMessage: 'The card was declined.',
  });
});

test('an unpaid subscription bills nothing until a person pays; then access returns, and missed installments are billed one a day', async () => {
  const { contractorId, paymentId } = await withFailure();
  for (const days of [3, 2, 2, 60]) await tick(days);
  expect((await booksOf(world, contractorId)).payments).toHaveLength(2);
  world.gateway.usual = 'succeeds';
  const retried = await retryPayment(world.context, {
    paymentId,
    contractorId,
    userId: 7,
    returnUrl: page,
  });
  expect(retried).toEqual({
    status: 'succeeded',
    message: 'Your payment has been completed successfully',
  });
  const { contractor, subscriptions, payments, attempts } = await booksOf(world, contractorId);
  expect(contractor.paymentStatus).toBe('Paid');
  expect(subscriptions).toMatchObject([{ state: 'active' }]);
  expect(payments[1]).toMatchObject({ state: 'Succeeded', failureCode: '', failureMessage: '' });
  expect(attempts.at(-1)).toMatchObject({ kind: 'manual', userId: 7 });
  // Not on the day of the person's payment.
  await tick();
  expect((await booksOf(world, contractorId)).payments.map(({ state }) => state)).toEqual([
    'Succeeded',
    'Succeeded',
    'Upcoming',
  ]);
  for (const paid of [3, 4]) {
    await tick(1);
    const later = await booksOf(world, contractorId);
    expect(later.payments.filter(({ state }) => state === 'Succeeded')).toHaveLength(paid);
  }
});

test('manual attempts don’t count: automatic ones continue as scheduled', async () => {
  const { contractorId, paymentId } = await withFailure();
  const planned = (await booksOf(world, contractorId)).payments[1]!.nextTryAt;
  for (let count = 0; count < 4; count += 1) {
    const retried = await retryPayment(world.context, {
      paymentId,
      contractorId,
      userId: 7,
      returnUrl: page,
    });
    expect(retried).toEqual({ status: 'failed', message: 'The card was declined.' });
  }
  const { payments, subscriptions } = await booksOf(world, contractorId);
  expect(payments[1]).toMatchObject({ automaticTries: 1, nextTryAt: planned });
  expect(subscriptions).toMatchObject([{ state: 'past_due' }]);
  await tick(3);
  expect((await booksOf(world, contractorId)).payments[1]).toMatchObject({ automaticTries: 2 });
});

test('each attempt sends one e-mail, however often its job runs', async () => {
  const { contractorId } = await withFailure();
  await tick();
  await tick();
  expect((await mailsOf(world)).filter((mail) => mail.contractorId === contractorId)).toHaveLength(
    1,
  );
  expect((await booksOf(world, contractorId)).attempts).toHaveLength(2);
});

test('a new card triggers an immediate retry, and a success restores access', async () => {
  const { contractorId } = await withFailure();
  world.gateway.usual = 'succeeds';
  const card = await giveCard(world, contractorId);
  await world.database.db.transaction((tx) => retryAfterCardChange(tx, contractorId));
  await work(world);
  const { contractor, subscriptions, payments, attempts } = await booksOf(world, contractorId);
  expect(contractor.paymentStatus).toBe('Paid');
  expect(subscriptions).toMatchObject([{ state: 'active' }]);
  expect(payments[1]).toMatchObject({ state: 'Succeeded' });
  expect(attempts.at(-1)).toMatchObject({ cardId: card.id, kind: 'manual' });
  expect(world.gateway.requests.at(-1)).toMatchObject({
    offSession: true,
    cardId: card.paymentMethodId,
  });
  await tick(10);
  expect((await booksOf(world, contractorId)).attempts).toHaveLength(3);
});

test('without a card a payment fails, is retried as scheduled, and the e-mail requests a card', async () => {
  const { contractorId } = await subscribe(world, { card: false });
  await work(world);
  expect(await booksOf(world, contractorId)).toMatchObject({
    contractor: { paymentStatus: 'Failed' },
    payments: [{ state: 'Failed', failureCode: 'no_card', automaticTries: 1 }],
    attempts: [],
  });
  expect(await next()).toBe(
    "We'll try again on ".concat(dayAfter(3), '. Please add a card on the Billing page.'),
  );
  for (const days of [3, 2, 2]) await tick(days);
  expect((await booksOf(world, contractorId)).subscriptions).toMatchObject([{ state: 'unpaid' }]);
  expect(new Set((await mailsOf(world)).map(({ key }) => key)).size).toBe(4);
  const retry = retryPayment(world.context, {
    paymentId: await firstPayment(contractorId),
    contractorId,
    userId: 1,
    returnUrl: page,
  });
  await expect(retry).rejects.toMatchObject({ code: 'no_card' });
});

const dayAfter = (days: number): string =>
  new Date(world.clock.now().getTime() + days * daySeconds * 1000).toLocaleDateString('en-US', {
    timeZone: 'America/New_York',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  });
const firstPayment = async (contractorId: number): Promise<number> =>
  (await booksOf(world, contractorId)).payments[0]!.id;

test('a gateway rejection counts as a failure like a decline', async () => {
  const { contractorId } = await subscribe(world);
  world.gateway.script.push('refuses');
  await work(world);
  expect(await booksOf(world, contractorId)).toMatchObject({
    payments: [{ state: 'Failed', failureCode: 'resource_missing', automaticTries: 1 }],
    attempts: [{ state: 'failed', intentId: null }],
    ledger: [],
  });
});

test('a retry may redirect to the bank; on return the confirmation reports the result and books it once', async () => {
  const { contractorId, paymentId } = await withFailure();
  world.gateway.usual = 'authenticates';
  const retry = { paymentId, contractorId, userId: 7, returnUrl: page };
  const retried = await retryPayment(world.context, retry);
  const intentId = [...world.gateway.charges.keys()].at(-1)!;
  expect(retried).toMatchObject({
    status: 'requires_action',
    redirectUrl: `https://bank.example/${intentId}`,
  });
  const confirm = (who = contractorId) =>
    confirmPayment(world.context, { intentId, contractorId: who });
  expect(await confirm()).toBe('requires_action');
  // A repeated call continues the same authentication.
  expect(await retryPayment(world.context, retry)).toEqual(retried);
  world.gateway.authenticate(intentId, true);
  expect(await Promise.all([confirm(), confirm(), confirm()])).toEqual(['paid', 'paid', 'paid']);
  const { contractor, ledger, attempts } = await booksOf(world, contractorId);
  expect(contractor.paymentStatus).toBe('Paid');
  expect(ledger).toHaveLength(2);
  expect(attempts).toHaveLength(3);
  await expect(confirm(contractorId + 1)).rejects.toMatchObject({ code: 'not_found' });
  await expect(
    confirmPayment(world.context, { intentId: 'pi_unknown', contractorId }),
  ).rejects.toMatchObject({ code: 'not_found' });
});

test('an automatic attempt waits while the cardholder is at the bank', async () => {
  const { contractorId, paymentId } = await withFailure();
  await tick(2.9);
  world.gateway.usual = 'authenticates';
  await retryPayment(world.context, { paymentId, contractorId, userId: 7, returnUrl: page });
  world.clock.pass(0.2 * daySeconds);
  await chargeDue(world.context, paymentId);
  const { attempts, payments } = await booksOf(world, contractorId);
  expect(attempts.map(({ state }) => state)).toEqual(['succeeded', 'failed', 'requires_action']);
  expect(payments[1]!.nextTryAt).not.toBeNull();
});

test('a renewal that requires bank confirmation sends a separate e-mail that links to the payment', async () => {
  const { contractorId } = await subscribe(world);
  await work(world);
  await deleteMails(world);
  const wanted = {
    failureCode: 'authentication_required',
    failureMessage: 'The bank wants the cardholder to authenticate.',
  };
  const charge = world.gateway.charge.bind(world.gateway);
  world.gateway.charge = async (request) => ({
    ...(await charge(request)),
    ...wanted,
    status: 'failed',
  });
  world.gateway.usual = 'declines';
  await tick(31);
  for (const days of [3, 2, 2]) await tick(days);
  world.gateway.charge = charge;
  const { payments } = await booksOf(world, contractorId);
  const said = (await mailsOf(world)).map(({ event, data }) => [
    event,
    data['link'],
    (data['payment'] as { next: string }).next,
  ]);
  const link = `${page}?confirm=${payments[1]!.id}`;
  expect(said.map(([event, at]) => [event, at])).toEqual(said.map(() => ['payment-confirm', link]));
  expect(said).toHaveLength(4);
  expect(said[0]?.[2]).toMatch(/^We'll ask your bank again on \w+ \d+, \d{4}\.$/);
  expect(said[3]?.[2]).toBe(
    'This was our last attempt. Please confirm the payment so your account stays active.',
  );
});

test('a failed authentication fails the payment', async () => {
  const { contractorId, paymentId } = await withFailure();
  world.gateway.usual = 'authenticates';
  await retryPayment(world.context, { paymentId, contractorId, userId: 7, returnUrl: page });
  const intentId = [...world.gateway.charges.keys()].at(-1)!;
  world.gateway.authenticate(intentId, false);
  expect(await confirmPayment(world.context, { intentId, contractorId })).toBe('failed');
  expect((await booksOf(world, contractorId)).attempts.at(-1)).toMatchObject({ state: 'failed' });
});

test('parallel retries charge once', async () => {
  const { contractorId, paymentId } = await withFailure();
  world.gateway.usual = 'succeeds';
  const retry = () =>
    retryPayment(world.context, { paymentId, contractorId, userId: 7, returnUrl: page });
  const all = await Promise.allSettled(Array.from({ length: 6 }, retry));
  const codes = all.map((one) =>
    one.status === 'fulfilled' ? one.value.status : (one.reason as { code: string }).code,
  );
  expect(codes.filter((code) => code === 'succeeded')).toHaveLength(1);
  expect(codes.every((code) => ['succeeded', 'in_progress', 'conflict'].includes(code))).toBe(true);
  expect((await booksOf(world, contractorId)).ledger).toHaveLength(2);
});

test('a payment can’t be paid if it is another contractor’s, already paid, or not due yet', async () => {
  const { contractorId, paymentId } = await withFailure();
  const retry = (id: number, who: number) =>
    retryPayment(world.context, { paymentId: id, contractorId: who, userId: 7, returnUrl: page });
  await expect(retry(paymentId, contractorId - 1)).rejects.toMatchObject({ code: 'not_found' });
  await expect(retry(999_999, contractorId)).rejects.toMatchObject({ code: 'not_found' });
  await expect(retry(await firstPayment(contractorId), contractorId)).rejects.toMatchObject({
    code: 'conflict',
  });
  world.gateway.usual = 'succeeds';
  await tick(24);
  const announced = (await booksOf(world, contractorId)).payments.at(-1)!;
  expect(announced).toMatchObject({ state: 'Upcoming', installment: 3 });
  await expect(retry(announced.id, contractorId)).rejects.toMatchObject({ code: 'conflict' });
});

test('an expiring card is announced once within 30 days, and its successor at its own time', async () => {
  const { contractorId } = await subscribe(world);
  const [year, month] = [world.clock.now().getUTCFullYear(), world.clock.now().getUTCMonth() + 1];
  await work(world);
  await deleteMails(world);
  const own = async () =>
    (await mailsOf(world)).filter(
      (mail) => mail.contractorId === contractorId && mail.event === 'card-expiring',
    );
  const soon = new Date(Date.UTC(year, month + 1, 1));
  await giveCard(world, contractorId, {
    month: soon.getUTCMonth() + 1,
    year: soon.getUTCFullYear(),
  });
  const lastDay = new Date(Date.UTC(soon.getUTCFullYear(), soon.getUTCMonth() + 1, 1));
  const until = (days: number): number =>
    (lastDay.getTime() - days * 86_400_000 - world.clock.now().getTime()) / 1000;
  world.clock.pass(until(31));
  await sendExpiryNotices(world.context);
  expect(await own()).toHaveLength(0);
  world.clock.pass(until(30));
  await Promise.all([sendExpiryNotices(world.context), sendExpiryNotices(world.context)]);
  world.clock.pass(5 * daySeconds);
  await sendExpiryNotices(world.context);
  const expires = `${String(soon.getUTCMonth() + 1).padStart(2, '0')}/${soon.getUTCFullYear()}`;
  expect(await own()).toMatchObject([
    { data: { card: { brand: 'Visa', last4: '4242', expires }, link: page } },
  ]);
  await giveCard(world, contractorId);
  await sendExpiryNotices(world.context);
  expect(await own()).toHaveLength(1);
});
