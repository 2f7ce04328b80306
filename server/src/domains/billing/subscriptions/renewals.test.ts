import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  booksOf,
  createBillingWorld,
  daySeconds,
  makePlan,
  retireAll,
  subscribe,
  work,
  type BillingWorld,
  deleteMails,
  mailsOf,
  sendMails,
} from '../../../../test/billing-world.ts';
import { onCluster } from '../../../../test/machines.ts';
import { contractors } from '../../contractors/tables.ts';
import { billAllDue } from './bill-due.ts';
import { renewalNotices } from './tables.ts';
import { sendRenewalNotices } from './renewals.ts';
import { setCancelAtTermEnd } from './subscriptions.ts';

let world: BillingWorld;
beforeAll(async () => {
  world = await createBillingWorld();
});
beforeEach(async () => {
  // Each test starts on the same day.
  world.clock.pass((began.getTime() - world.clock.now().getTime()) / 1000);
  await deleteMails(world);
});
afterEach(() => retireAll(world));
afterAll(() => world.close());

const began = new Date('2026-03-10T15:00:00Z');
const setPrice = (planId: number, cents: number) =>
  world.database.pool.query('update plans set price_cents = $2 where id = $1', [planId, cents]);
const subscriptionOf = async (contractorId: number) =>
  (await booksOf(world, contractorId)).subscriptions[0]!;

/** A contractor who has paid $299.00 for a year, in one payment. */
async function payer(options: Parameters<typeof subscribe>[1] = {}) {
  const begun = await subscribe(world, { priceCents: 29_900, installments: 1, ...options });
  await work(world);
  const { termEnd } = await subscriptionOf(begun.contractorId);
  await deleteMails(world);
  return { ...begun, termEnd };
}

/** Sets the clock to a number of days before a moment. */
const daysBefore = (moment: Date, days: number): void =>
  world.clock.pass((moment.getTime() - world.clock.now().getTime()) / 1000 - days * daySeconds);

/** Renews at `termEnd` and returns the price of the new year and the charged amount. */
async function renewed(contractorId: number, termEnd: Date) {
  daysBefore(termEnd, 0);
  await billAllDue(world.context);
  await work(world);
  const { subscriptions, payments } = await booksOf(world, contractorId);
  return [subscriptions[0]!.priceCents, payments.at(-1)!.amountCents];
}

/** Sends the due notices and their e-mails. */
async function sendNotices(): Promise<void> {
  await sendRenewalNotices(world.context);
  await sendMails(world);
}

const priceOf = async (event: string) =>
  (await mailsOf(world)).filter((mail) => mail.event === event).map(({ data }) => data['price']);

test('a raised price is e-mailed once, more than 30 days before the charge, with the old price, the new one, and the day', async () => {
  const { contractorId, planId, termEnd } = await payer();
  await setPrice(planId, 34_900);
  daysBefore(termEnd, 46);
  await sendNotices();
  expect(await mailsOf(world)).toEqual([]);
  daysBefore(termEnd, 45);
  await Promise.all([sendNotices(), sendNotices()]);
  await sendNotices();
  expect(await priceOf('price-change')).toEqual([
    {
      plan: expect.any(String),
      old: '$299.00',
      new: '$349.00',
      from: 'March 10, 2027',
      installments: 1,
      first: '$349.00',
      replaces: '',
    },
  ]);
  expect((await mailsOf(world))[0]).toMatchObject({
    contractorId,
    data: { user: { email: expect.any(String) } },
  });
  expect(await renewed(contractorId, termEnd)).toEqual([34_900, 34_900]);
});

test.each([
  ['was down while notice was possible', async (termEnd: Date) => daysBefore(termEnd, 30)],
  [
    'raises it less than 31 days before the renewal',
    async (termEnd: Date) => daysBefore(termEnd, 30.9),
  ],
])(
  'a provider that %s charges the old price, and the new one a year later',
  async (_what, late) => {
    const { contractorId, planId, termEnd } = await payer();
    await setPrice(planId, 34_900);
    await late(termEnd);
    await sendNotices();
    expect(await priceOf('price-change')).toEqual([]);
    expect(await renewed(contractorId, termEnd)).toEqual([29_900, 29_900]);
    const { termEnd: next } = await subscriptionOf(contractorId);
    daysBefore(next, 40);
    await sendNotices();
    expect(await priceOf('price-change')).toMatchObject([{ old: '$299.00', new: '$349.00' }]);
    expect(await renewed(contractorId, next)).toEqual([34_900, 34_900]);
  },
);

test('an e-mail sent too late is no notice: the old price is charged', async () => {
  const { contractorId, planId, termEnd } = await payer();
  await setPrice(planId, 34_900);
  daysBefore(termEnd, 40);
  await sendRenewalNotices(world.context);
  expect(await priceOf('price-change')).toHaveLength(1);
  expect(await renewed(contractorId, termEnd)).toEqual([29_900, 29_900]);
});

test('a contractor without an e-mail address keeps the price', async () => {
  const { contractorId, planId, termEnd } = await payer();
  await world.database.db
    .update(contractors)
    .set({ email: '' })
    .where(eq(contractors.id, contractorId));
  await setPrice(planId, 34_900);
  daysBefore(termEnd, 40);
  await sendNotices();
  expect(await mailsOf(world)).toEqual([]);
  expect(await renewed(contractorId, termEnd)).toEqual([29_900, 29_900]);
});

test('a lower price needs no notice and applies from the next renewal', async () => {
  const { contractorId, planId, termEnd } = await payer();
  await setPrice(planId, 19_900);
  daysBefore(termEnd, 40);
  await sendNotices();
  expect(await mailsOf(world)).toEqual([]);
  expect(await renewed(contractorId, termEnd)).toEqual([19_900, 19_900]);
});

test('a price changed again sends another notice, and the newest one applies', async () => {
  const { contractorId, planId, termEnd } = await payer();
  await setPrice(planId, 39_900);
  daysBefore(termEnd, 44);
  await sendNotices();
  await setPrice(planId, 34_900);
  daysBefore(termEnd, 40);
  await sendNotices();
  expect(await priceOf('price-change')).toMatchObject([
    { old: '$299.00', new: '$399.00', replaces: '' },
    { old: '$299.00', new: '$349.00', replaces: 'January 25, 2027' },
  ]);
  // Raised once more, too late for a notice.
  await setPrice(planId, 44_900);
  daysBefore(termEnd, 20);
  await sendNotices();
  expect(await priceOf('price-change')).toHaveLength(2);
  expect(await priceOf('renewal-reminder')).toMatchObject([{ new: '$349.00' }]);
  expect(await renewed(contractorId, termEnd)).toEqual([34_900, 34_900]);
});

test('a price lowered after its notice is charged at its current value, at most the reminder’s', async () => {
  const { contractorId, planId, termEnd } = await payer();
  await setPrice(planId, 39_900);
  daysBefore(termEnd, 40);
  await sendNotices();
  await setPrice(planId, 31_900);
  daysBefore(termEnd, 29);
  await sendNotices();
  await setPrice(planId, 39_900);
  expect(await renewed(contractorId, termEnd)).toEqual([31_900, 31_900]);
});

test('a contractor moved to a more expensive plan pays more only after the same notice', async () => {
  const told = await payer();
  const untold = await payer();
  const planId = await makePlan(world, { priceCents: 120_000, installments: 12 });
  const move = (contractorId: number) =>
    world.database.db.update(contractors).set({ planId }).where(eq(contractors.id, contractorId));
  await move(told.contractorId);
  daysBefore(told.termEnd, 40);
  await sendNotices();
  expect(await priceOf('price-change')).toMatchObject([
    { old: '$299.00', new: '$1,200.00', installments: 12, first: '$100.00' },
  ]);
  daysBefore(told.termEnd, 10);
  await move(untold.contractorId);
  expect(await renewed(told.contractorId, told.termEnd)).toEqual([120_000, 10_000]);
  expect((await booksOf(world, untold.contractorId)).subscriptions).toMatchObject([
    { planId, priceCents: 29_900 },
  ]);
});

test('an upcoming year is announced once about 30 days ahead, with its price and its first payment', async () => {
  const monthly = await payer({ priceCents: 118_805, installments: 12 });
  const ends = await payer();
  const free = await payer({ priceCents: 0 });
  await world.database.db.transaction((tx) =>
    setCancelAtTermEnd(tx, world.context, { contractorId: ends.contractorId, end: true }, null),
  );
  expect(await mailsOf(world)).toMatchObject([{ event: 'plan-canceled' }]);
  await deleteMails(world);
  daysBefore(monthly.termEnd, 30.5);
  await sendNotices();
  expect(await mailsOf(world)).toEqual([]);
  daysBefore(monthly.termEnd, 29);
  await Promise.all([sendNotices(), sendNotices()]);
  expect(await priceOf('renewal-reminder')).toEqual([
    {
      plan: expect.any(String),
      new: '$1,188.05',
      from: 'March 10, 2027',
      installments: 12,
      first: '$99.05',
    },
  ]);
  expect((await mailsOf(world)).map(({ contractorId }) => contractorId)).toEqual([
    monthly.contractorId,
  ]);
  expect(free.contractorId).not.toBe(monthly.contractorId);
  const kept = await world.database.db
    .select()
    .from(renewalNotices)
    .where(eq(renewalNotices.contractorId, monthly.contractorId));
  expect(kept).toMatchObject([
    {
      kind: 'renewal-reminder',
      term: 2,
      number: 1,
      newPriceCents: 118_805,
      holdsFrom: monthly.termEnd,
    },
  ]);
});

test.each([
  ['a reminder', 29, 1],
  ['a new price', 40, 1],
  ['no notice', null, 4],
])(
  'after %s a year has the installments of its latest notice, else those of the plan',
  async (_what, days, parts) => {
    const { contractorId, planId, termEnd } = await payer();
    await setPrice(planId, 34_900);
    if (days !== null) {
      daysBefore(termEnd, days);
      await sendNotices();
      expect((await mailsOf(world)).map(({ data }) => data['price'])).toMatchObject([
        { installments: 1 },
      ]);
    }
    await world.database.pool.query(
      'update plans set installment_intervals_count = 4 where id = $1',
      [planId],
    );
    await renewed(contractorId, termEnd);
    expect((await subscriptionOf(contractorId)).installments).toBe(parts);
  },
);

test('after downtime the reminder is still sent before the renewal', async () => {
  const { termEnd } = await payer();
  daysBefore(termEnd, 2);
  await sendNotices();
  expect(await priceOf('renewal-reminder')).toHaveLength(1);
  daysBefore(termEnd, 0);
  await sendNotices();
  expect(await mailsOf(world)).toHaveLength(1);
});

// A trigger created by a test doesn't reach a cluster's tables.
test.skipIf(onCluster)('a subscription whose notice fails doesn’t block the others', async () => {
  const broken = await payer();
  const sound = await payer();
  await world.database.pool.query(`
    create function no_notice() returns trigger language plpgsql as $$
    begin if new.contractor_id = ${broken.contractorId} then raise 'no notice'; end if; return new; end $$;
    create trigger no_notice before insert on renewal_notices for each row execute function no_notice()`);
  daysBefore(sound.termEnd, 20);
  await sendNotices();
  await world.database.pool.query(
    'drop trigger no_notice on renewal_notices; drop function no_notice',
  );
  expect((await mailsOf(world)).map(({ contractorId }) => contractorId)).toEqual([
    sound.contractorId,
  ]);
  expect(world.warnings.at(-1)).toContain('was not notified of the renewal');
  await sendNotices();
  expect(await mailsOf(world)).toHaveLength(2);
});
