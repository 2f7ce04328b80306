import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  booksOf,
  createBillingWorld,
  daySeconds,
  makePlan,
  retireAll,
  subscribe,
  waitingTries,
  work,
  type BillingWorld,
  deleteMails,
  mailsOf,
  sendMails,
} from '../../../../test/billing-world.ts';
import { onCluster } from '../../../../test/machines.ts';
import { contractors } from '../../contractors/tables.ts';
import { billAllDue } from './bill-due.ts';
import { chargeDue } from '../charging/charging.ts';
import { subscriptions as subscriptionTable } from './tables.ts';
import { dueAt } from '../plans/schedule.ts';
import { sendRenewalNotices } from './renewals.ts';
import { setCancelAtTermEnd } from './subscriptions.ts';

let world: BillingWorld;
beforeAll(async () => {
  world = await createBillingWorld();
});
beforeEach(() => {
  world.gateway.usual = 'succeeds';
});
afterEach(() => retireAll(world));
afterAll(() => world.close());

const passTo = (at: Date): void =>
  world.clock.pass((at.getTime() - world.clock.now().getTime()) / 1000);
const tick = async (days = 0): Promise<void> => {
  world.clock.pass(days * daySeconds);
  await billAllDue(world.context);
  await work(world);
};

test('a year of twelve installments is billed month by month, each once, and renewed at the announced price', async () => {
  const { contractorId, planId } = await subscribe(world, { priceCents: 100_000 });
  await work(world);
  await world.database.pool.query(
    'update plans set price_cents = 120000, installment_intervals_count = 4 where id = $1',
    [planId],
  );
  for (let day = 0; day < 366; day += 3) {
    world.clock.pass(3 * daySeconds);
    await sendRenewalNotices(world.context);
    await sendMails(world);
    await billAllDue(world.context);
    if (day % 21 === 0) await work(world);
  }
  await work(world);
  const { payments, subscriptions, ledger } = await booksOf(world, contractorId);
  expect(payments).toHaveLength(13);
  expect(payments.slice(0, 12).reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(
    100_000,
  );
  expect(payments[12]).toMatchObject({
    term: 2,
    installment: 1,
    amountCents: 30_000,
    state: 'Succeeded',
  });
  expect(payments.slice(0, 12).map(({ periodStart }) => periodStart.getUTCDate())).toEqual(
    Array(12).fill(10),
  );
  expect(subscriptions).toMatchObject([
    { term: 2, installments: 4, installmentsBilled: 1, priceCents: 120_000 },
  ]);
  expect(ledger.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(130_000);
}, 60_000);

test('an installment within the year is listed as Upcoming a week ahead, and charged when due', async () => {
  const { contractorId } = await subscribe(world);
  await work(world);
  const { nextBillingAt } = (await booksOf(world, contractorId)).subscriptions[0]!;
  passTo(new Date(nextBillingAt!.getTime() - 8 * 86_400_000));
  await tick();
  expect((await booksOf(world, contractorId)).payments).toHaveLength(1);
  await tick(1);
  await tick(1);
  const announced = await booksOf(world, contractorId);
  expect(announced.payments).toMatchObject([
    { state: 'Succeeded' },
    { state: 'Upcoming', periodStart: nextBillingAt, nextTryAt: null },
  ]);
  expect(announced.subscriptions).toMatchObject([{ installmentsBilled: 1, nextBillingAt }]);
  passTo(nextBillingAt!);
  await tick();
  expect((await booksOf(world, contractorId)).payments).toMatchObject([
    { state: 'Succeeded' },
    { state: 'Succeeded' },
  ]);
});

test('a renewal isn’t announced in the list of payments', async () => {
  const { contractorId } = await subscribe(world, { installments: 1 });
  await work(world);
  passTo(new Date((await booksOf(world, contractorId)).subscriptions[0]!.termEnd.getTime() - 1000));
  await tick();
  expect((await booksOf(world, contractorId)).payments).toHaveLength(1);
});

test('parallel runs of the clock bill each installment once', async () => {
  const { contractorId } = await subscribe(world);
  await work(world);
  const { nextBillingAt } = (await booksOf(world, contractorId)).subscriptions[0]!;
  passTo(nextBillingAt!);
  await Promise.all(Array.from({ length: 5 }, () => billAllDue(world.context)));
  const { payments } = await booksOf(world, contractorId);
  expect(payments).toHaveLength(2);
  expect(await waitingTries(world, payments[1]!.id)).toBe(1);
  await Promise.all(Array.from({ length: 5 }, () => chargeDue(world.context, payments[1]!.id)));
  await work(world);
  expect((await booksOf(world, contractorId)).ledger).toHaveLength(2);
});

// A trigger created by a test doesn't reach a cluster's tables.
test.skipIf(onCluster)(
  'a crashed run leaves nothing half done, and the next one continues',
  async () => {
    const first = await subscribe(world);
    const second = await subscribe(world);
    await work(world);
    passTo((await booksOf(world, second.contractorId)).subscriptions[0]!.nextBillingAt!);
    // Fails after the first subscription's rows are written, before their transaction commits.
    const { pool } = world.database;
    await pool.query(`
    create function stop_in_the_middle() returns trigger language plpgsql as $$
    begin if new.contractor_id = ${first.contractorId} then perform pg_terminate_backend(pg_backend_pid()); end if; return new; end $$;
    create trigger stop_in_the_middle after update on subscriptions for each row execute function stop_in_the_middle()`);
    await billAllDue(world.context);
    await pool.query(
      'drop trigger stop_in_the_middle on subscriptions; drop function stop_in_the_middle',
    );
    const dead = await booksOf(world, first.contractorId);
    expect(dead.payments.filter(({ installment }) => installment > 1)).toEqual([]);
    expect(dead.subscriptions).toMatchObject([{ installmentsBilled: 1 }]);
    expect((await booksOf(world, second.contractorId)).subscriptions).toMatchObject([
      { installmentsBilled: 2 },
    ]);
    expect(world.warnings.at(-1)).toContain('could not be billed');
    await tick();
    for (const { contractorId } of [first, second]) {
      expect((await booksOf(world, contractorId)).payments).toMatchObject([
        { state: 'Succeeded' },
        { state: 'Succeeded' },
      ]);
    }
  },
);

test('a try with a lost job is queued again by the clock', async () => {
  const { contractorId, paymentId } = await subscribe(world);
  await world.database.pool.query(`select graphile_worker.remove_job('billing:charge:' || $1)`, [
    paymentId,
  ]);
  await work(world);
  expect((await booksOf(world, contractorId)).ledger).toHaveLength(0);
  await tick();
  expect((await booksOf(world, contractorId)).ledger).toHaveLength(1);
});

test('after long downtime, missed installments are charged one a day, each once', async () => {
  const { contractorId } = await subscribe(world, { priceCents: 40_000, installments: 4 });
  await work(world);
  await deleteMails(world);
  await tick(2 * 366);
  for (let made = 2; made <= 9; made += 1) {
    // Every five minutes, for a whole day.
    for (let run = 0; run < 4; run += 1) await tick();
    expect((await booksOf(world, contractorId)).attempts).toHaveLength(made);
    expect(await mailsOf(world)).toHaveLength(made - 1);
    await tick(0.99);
    expect((await booksOf(world, contractorId)).attempts).toHaveLength(made);
    await tick(0.01);
  }
  const { payments, subscriptions } = await booksOf(world, contractorId);
  expect(payments.map(({ term, installment }) => `${term}.${installment}`)).toEqual([
    '1.1',
    '1.2',
    '1.3',
    '1.4',
    '2.1',
    '2.2',
    '2.3',
    '2.4',
    '3.1',
  ]);
  expect(payments.every(({ state }) => state === 'Succeeded')).toBe(true);
  // From now on as scheduled.
  expect(subscriptions).toMatchObject([
    { term: 3, state: 'active', nextBillingAt: dueAt({ ...subscriptions[0]!, term: 3 }, 2) },
  ]);
  expect(new Set(payments.map(({ number }) => number)).size).toBe(payments.length);
});

test('missed installments wait during other retries, and stop once the tries are used up', async () => {
  const { contractorId } = await subscribe(world);
  await work(world);
  world.gateway.usual = 'declines';
  await tick(200);
  const tries: number[] = [];
  for (let day = 0; day < 14; day += 1) {
    await tick(1);
    tries.push((await booksOf(world, contractorId)).attempts.length);
  }
  const perDay = tries.map((count, day) => count - (tries[day - 1] ?? 2));
  expect(Math.max(...perDay)).toBeLessThanOrEqual(2);
  expect((await booksOf(world, contractorId)).subscriptions).toMatchObject([{ state: 'unpaid' }]);
  expect(
    (await booksOf(world, contractorId)).payments.filter(({ state }) => state === 'Failed').length,
  ).toBeLessThanOrEqual(4);
});

test('without a card, missed installments still fail on different days', async () => {
  const { contractorId } = await subscribe(world, { card: false });
  await work(world);
  await world.database.pool.query(
    `update subscriptions set state = 'active' where contractor_id = $1`,
    [contractorId],
  );
  await tick(100);
  for (let run = 0; run < 3; run += 1) await tick();
  expect((await booksOf(world, contractorId)).payments).toHaveLength(2);
});

test('a contractor moved to another plan is renewed on that plan, and for free on a free one', async () => {
  const moved = await subscribe(world, { installments: 1 });
  const freed = await subscribe(world, { installments: 1 });
  await work(world);
  const { db } = world.database;
  const [other, free] = [
    await makePlan(world, { priceCents: 777_00, installments: 1 }),
    await makePlan(world, { priceCents: 0, installments: 1 }),
  ];
  await db.update(contractors).set({ planId: other }).where(eq(contractors.id, moved.contractorId));
  await db.update(contractors).set({ planId: free }).where(eq(contractors.id, freed.contractorId));
  await tick(366);
  expect((await booksOf(world, moved.contractorId)).payments).toMatchObject([
    {},
    { amountCents: 777_00, state: 'Succeeded' },
  ]);
  const { payments, subscriptions } = await booksOf(world, freed.contractorId);
  expect(payments).toHaveLength(1);
  expect(subscriptions).toMatchObject([
    { planId: free, state: 'active', nextBillingAt: subscriptions[0]?.termEnd },
  ]);
});

test('a contractor moved from a free plan to a paid one pays from the next year on', async () => {
  const { contractorId } = await subscribe(world, { priceCents: 0, installments: 1 });
  const planId = await makePlan(world, { priceCents: 120_000, installments: 12 });
  await tick(366);
  expect(await booksOf(world, contractorId)).toMatchObject({
    payments: [],
    subscriptions: [{ term: 2, state: 'active' }],
  });
  await world.database.db
    .update(contractors)
    .set({ planId })
    .where(eq(contractors.id, contractorId));
  await tick(330);
  expect((await booksOf(world, contractorId)).payments).toEqual([]);
  await sendRenewalNotices(world.context);
  await sendMails(world);
  await tick(36);
  expect(await booksOf(world, contractorId)).toMatchObject({
    contractor: { paymentStatus: 'Paid' },
    payments: [{ term: 3, installment: 1, amountCents: 10_000, state: 'Succeeded' }],
    subscriptions: [{ planId, priceCents: 120_000, installments: 12 }],
  });
});

test('a subscription scheduled to end with its year ends then, even unpaid', async () => {
  world.gateway.usual = 'declines';
  const { contractorId } = await subscribe(world, { installments: 2 });
  for (const days of [0, 3, 2, 2]) await tick(days);
  await world.database.db.transaction((tx) =>
    setCancelAtTermEnd(tx, world.context, { contractorId, end: true }, null),
  );
  await tick(350);
  expect((await booksOf(world, contractorId)).subscriptions).toMatchObject([{ state: 'unpaid' }]);
  await tick(10);
  const { contractor, subscriptions, payments } = await booksOf(world, contractorId);
  expect(contractor.paymentStatus).toBe('Canceled');
  expect(subscriptions).toMatchObject([{ state: 'canceled', nextBillingAt: null }]);
  expect(payments.every(({ voidedAt }) => voidedAt !== null)).toBe(true);
  const { rows } = await world.database.pool.query(
    'select action, actor_id, entity_id from audit_log where contractor_id = $1 order by id desc limit 1',
    [contractorId],
  );
  expect(rows).toEqual([
    { action: 'subscription.canceled', actor_id: null, entity_id: String(subscriptions[0]?.id) },
  ]);
  await tick();
  expect((await booksOf(world, contractorId)).payments).toHaveLength(payments.length);
});

test('a full first-year discount leaves nothing to pay until the second year', async () => {
  const { contractorId, paymentId } = await subscribe(world, {
    priceCents: 50_000,
    installments: 2,
    discountPercent: 100,
  });
  expect(paymentId).toBeNull();
  await tick(366);
  expect((await booksOf(world, contractorId)).payments).toMatchObject([
    { term: 2, installment: 1, amountCents: 25_000 },
  ]);
});

test('a subscription that fails to bill doesn’t block the others', async () => {
  const broken = await subscribe(world);
  const sound = await subscribe(world);
  await work(world);
  const { db } = world.database;
  await db
    .update(subscriptionTable)
    .set({ installments: 0 })
    .where(eq(subscriptionTable.contractorId, broken.contractorId));
  await world.database.pool.query(
    'update subscriptions set term = 32767, next_billing_at = $2 where contractor_id = $1',
    [broken.contractorId, world.clock.now()],
  );
  await tick(32);
  expect(world.warnings.at(-1)).toContain('could not be billed');
  expect(
    (await booksOf(world, sound.contractorId)).payments.filter(
      ({ state }) => state === 'Succeeded',
    ),
  ).toHaveLength(2);
});
