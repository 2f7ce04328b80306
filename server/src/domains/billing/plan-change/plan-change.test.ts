import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  booksOf,
  createBillingWorld,
  daySeconds,
  giveCard,
  makeContractor,
  makePlan,
  retireAll,
  subscribe,
  work,
  type BillingWorld,
  deleteMails,
  mailsOf,
} from '../../../../test/billing-world.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { confirmPayment } from '../charging/retry.ts';
import { findPayer } from '../payer-repository.ts';
import { planRoles, plans } from '../plans/tables.ts';
import { contractors } from '../../contractors/tables.ts';
import { ensureBuiltInRoles } from '../../identity/index.ts';
import { users } from '../../identity/tables.ts';
import { billAllDue } from '../subscriptions/bill-due.ts';
import { cancelNow } from '../subscriptions/subscriptions.ts';
import { readChoices } from './choices.ts';
import { choosePlan } from './choose.ts';

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

const db = () => world.context.db;
const by = {
  authenticated: { id: 1, kind: 'owner' },
  user: { id: 1 },
  switched: false,
  address: '10.0.0.1',
} as unknown as Caller;

async function offer(priceCents: number, installments = 12): Promise<number> {
  const id = await makePlan(world, { priceCents, installments });
  await db().update(plans).set({ visibility: 'public' }).where(eq(plans.id, id));
  return id;
}

/** A contractor who has paid the first month of a plan for $1,200.00 a year. */
async function paying() {
  const made = await subscribe(world, { priceCents: 120_000 });
  await work(world);
  await db().update(plans).set({ visibility: 'public' }).where(eq(plans.id, made.planId));
  await deleteMails(world);
  return made;
}

async function choiceOf(contractorId: number, planId: number) {
  const payer = await findPayer(db(), contractorId);
  if (payer === undefined) throw new Error('No contractor');
  const { plans: choices, blocked } = await readChoices(db(), world.context, payer);
  const choice = choices.find(({ id }) => id === planId);
  if (choice === undefined) throw new Error('Not offered');
  return { ...choice, blocked };
}

/** Chooses a plan with the currently shown amounts. */
async function choose(contractorId: number, planId: number) {
  const { today, refund, team } = await choiceOf(contractorId, planId);
  const chosen = { contractorId, planId, today, refund, teamBeyond: team.beyond };
  return choosePlan(world.context, chosen, by);
}

const events = async () => (await mailsOf(world)).map(({ event }) => event);

test('an upgrade charges the new plan today, refunds the unused days of the old one, and is confirmed by e-mail', async () => {
  const { contractorId } = await paying();
  const bigger = await offer(240_000);
  world.clock.pass(10 * daySeconds);
  expect(await choiceOf(contractorId, bigger)).toMatchObject({
    kind: 'now',
    today: 200,
    refund: 67.74,
    later: { payments: 11, amount: 200 },
  });
  expect(await choose(contractorId, bigger)).toMatchObject({
    message: 'Your payment has been completed successfully',
  });
  await work(world);
  const books = await booksOf(world, contractorId);
  expect(books.contractor).toMatchObject({ planId: bigger, paymentStatus: 'Paid' });
  expect(books.subscriptions).toMatchObject([
    { state: 'canceled' },
    { state: 'active', planId: bigger, replaces: null, installmentsBilled: 1 },
  ]);
  expect(books.refunds).toMatchObject([{ amountCents: 6774, state: 'succeeded' }]);
  expect((await mailsOf(world)).find(({ event }) => event === 'plan-changed')?.data).toMatchObject({
    plan: { new: expect.any(String), price: '$2,400.00', isNow: true },
  });
});

test('an upgrade with a declined card leaves the plan, its next payment, and its status unchanged', async () => {
  const { contractorId, planId } = await paying();
  const before = await booksOf(world, contractorId);
  const bigger = await offer(240_000);
  world.gateway.usual = 'declines';
  await expect(choose(contractorId, bigger)).rejects.toMatchObject({ code: 'payment_failed' });
  const after = await booksOf(world, contractorId);
  expect(after.contractor).toMatchObject({ planId, paymentStatus: 'Paid' });
  const [old, undone] = after.subscriptions;
  expect(old).toMatchObject({
    state: 'active',
    nextBillingAt: before.subscriptions[0]?.nextBillingAt,
  });
  expect(undone).toMatchObject({ state: 'canceled' });
  expect([after.refunds, await events()]).toEqual([[], []]);
  world.gateway.usual = 'succeeds';
  await choose(contractorId, bigger);
  expect((await booksOf(world, contractorId)).contractor.planId).toBe(bigger);
});

test('an upgrade that requires bank confirmation takes effect after it, with no other change in between', async () => {
  const { contractorId, planId } = await paying();
  const [bigger, other] = [await offer(240_000), await offer(360_000)];
  world.gateway.usual = 'authenticates';
  const { redirectUrl } = await choose(contractorId, bigger);
  expect(redirectUrl).toEqual(expect.any(String));
  const during = await booksOf(world, contractorId);
  expect(during.contractor).toMatchObject({ planId, paymentStatus: 'Paid' });
  expect((await choiceOf(contractorId, other)).blocked).toBe('pending');
  await expect(choose(contractorId, other)).rejects.toMatchObject({ code: 'conflict' });
  const intentId = during.attempts.at(-1)?.intentId ?? '';
  world.gateway.authenticate(intentId, true);
  expect(await confirmPayment(world.context, { intentId, contractorId })).toBe('paid');
  expect((await booksOf(world, contractorId)).contractor.planId).toBe(bigger);
});

test('two parallel upgrades charge once', async () => {
  const { contractorId } = await paying();
  const bigger = await offer(240_000);
  const { today, refund } = await choiceOf(contractorId, bigger);
  const chosen = { contractorId, planId: bigger, today, refund, teamBeyond: 0 };
  const one = () => choosePlan(world.context, chosen, by);
  const ended = await Promise.allSettled([one(), one()]);
  expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const { payments } = await booksOf(world, contractorId);
  expect(
    payments.filter(({ state, amountCents }) => state === 'Succeeded' && amountCents === 20_000),
  ).toHaveLength(1);
});

test('amounts other than the person saw change nothing', async () => {
  const { contractorId, planId } = await paying();
  const bigger = await offer(240_000);
  await expect(
    choosePlan(
      world.context,
      { contractorId, planId: bigger, today: 199, refund: 0, teamBeyond: 0 },
      by,
    ),
  ).rejects.toMatchObject({ code: 'conflict' });
  expect((await booksOf(world, contractorId)).contractor.planId).toBe(planId);
});

test('a downgrade begins with the next year and can be undone until then', async () => {
  const { contractorId, planId } = await paying();
  const smaller = await offer(60_000);
  expect(await choiceOf(contractorId, smaller)).toMatchObject({
    kind: 'next-year',
    today: 0,
    refund: 0,
    from: expect.stringContaining('2027-03-'),
  });
  await choose(contractorId, smaller);
  expect(await choiceOf(contractorId, smaller)).toMatchObject({ isNext: true });
  expect(await mailsOf(world)).toMatchObject([
    { event: 'plan-changed', data: { plan: { isNow: false } } },
  ]);
  await choose(contractorId, planId);
  expect(await choiceOf(contractorId, smaller)).toMatchObject({ isNext: false });
  await expect(choose(contractorId, planId)).rejects.toMatchObject({ code: 'conflict' });
  await choose(contractorId, smaller);
  const [subscription] = (await booksOf(world, contractorId)).subscriptions;
  for (let month = 1; month <= 12; month += 1) {
    world.clock.pass(31 * daySeconds);
    await billAllDue(world.context);
    await work(world);
  }
  const { contractor, subscriptions } = await booksOf(world, contractorId);
  expect(contractor.planId).toBe(smaller);
  expect(subscriptions.at(-1)).toMatchObject({
    id: subscription?.id,
    planId: smaller,
    priceCents: 60_000,
    nextPlanId: null,
    term: 2,
  });
});

test('a canceled contractor within the paid period continues without a payment, and later restarts with one', async () => {
  const { contractorId, planId } = await paying();
  await db().transaction((tx) => cancelNow(tx, world.context, contractorId, null));
  expect(await choiceOf(contractorId, planId)).toMatchObject({ kind: 'resume', today: 0 });
  await choose(contractorId, planId);
  expect((await booksOf(world, contractorId)).contractor.paymentStatus).toBe('Paid');
  await db().transaction((tx) => cancelNow(tx, world.context, contractorId, null));
  world.clock.pass(60 * daySeconds);
  expect(await choiceOf(contractorId, planId)).toMatchObject({ kind: 'now', today: 100 });
  world.gateway.usual = 'declines';
  await expect(choose(contractorId, planId)).rejects.toMatchObject({ code: 'payment_failed' });
  expect((await booksOf(world, contractorId)).contractor.paymentStatus).toBe('Canceled');
  world.gateway.usual = 'succeeds';
  await choose(contractorId, planId);
  expect((await booksOf(world, contractorId)).contractor.paymentStatus).toBe('Paid');
});

test('a contractor on a free plan upgrades with the card on file, and needs one', async () => {
  const [free, pro] = [await offer(0, 1), await offer(120_000)];
  const { id } = await makeContractor(world, { planId: free });
  expect(await choiceOf(id, free)).toMatchObject({ kind: 'current' });
  await expect(choose(id, pro)).rejects.toMatchObject({ code: 'no_card' });
  expect((await booksOf(world, id)).subscriptions).toEqual([]);
  await giveCard(world, id);
  await choose(id, pro);
  expect((await booksOf(world, id)).contractor).toMatchObject({
    planId: pro,
    paymentStatus: 'Paid',
  });
});

test('a contractor who owes a payment pays it first', async () => {
  const { contractorId } = await paying();
  const bigger = await offer(240_000);
  world.gateway.usual = 'declines';
  world.clock.pass(32 * daySeconds);
  await billAllDue(world.context);
  await work(world);
  expect((await choiceOf(contractorId, bigger)).blocked).toBe('owed');
  await expect(choose(contractorId, bigger)).rejects.toMatchObject({ code: 'conflict' });
});

/** Adds active team users to a contractor, in order. */
async function addTeam(contractorId: number, size: number): Promise<void> {
  await db()
    .insert(users)
    .values(
      Array.from({ length: size }, (_, at) => ({
        kind: 'team' as const,
        contractorId,
        firstname: `User ${at + 1}`,
        lastname: 'Lee',
        email: `team-${contractorId}-${at}@example.com`,
        isActive: true,
        createdAt: new Date(world.clock.now().getTime() + at * 1000),
      })),
    );
}
const activeTeam = async (contractorId: number): Promise<string[]> => {
  const rows = await db().select().from(users).where(eq(users.contractorId, contractorId));
  return rows
    .filter(({ isActive }) => isActive)
    .map(({ firstname }) => firstname)
    .toSorted();
};
async function offerSelf(priceCents: number): Promise<number> {
  const id = await offer(priceCents, 1);
  await db().update(plans).set({ tier: 'Self' }).where(eq(plans.id, id));
  return id;
}

test('a downgrade to a smaller team shows how many users exceed it, and deactivates the newest when it begins', async () => {
  const { contractorId, planId } = await paying();
  await addTeam(contractorId, 3);
  const smaller = await offerSelf(60_000);
  expect(await choiceOf(contractorId, planId)).toMatchObject({ team: { limit: 3, beyond: 0 } });
  expect(await choiceOf(contractorId, smaller)).toMatchObject({ team: { limit: 1, beyond: 2 } });
  const unaware = { contractorId, planId: smaller, today: 0, refund: 0, teamBeyond: 0 };
  await expect(choosePlan(world.context, unaware, by)).rejects.toMatchObject({ code: 'conflict' });
  await choose(contractorId, smaller);
  expect(await activeTeam(contractorId)).toHaveLength(3);
  for (let month = 1; month <= 12; month += 1) {
    world.clock.pass(31 * daySeconds);
    await billAllDue(world.context);
    await work(world);
  }
  expect((await booksOf(world, contractorId)).contractor.planId).toBe(smaller);
  expect(await activeTeam(contractorId)).toEqual(['User 1']);
});

test('an upgrade to a smaller team deactivates users only once it is paid', async () => {
  const { contractorId } = await paying();
  await addTeam(contractorId, 2);
  const dearer = await offerSelf(240_000);
  world.gateway.usual = 'declines';
  await expect(choose(contractorId, dearer)).rejects.toMatchObject({ code: 'payment_failed' });
  expect(await activeTeam(contractorId)).toHaveLength(2);
  world.gateway.usual = 'succeeds';
  await choose(contractorId, dearer);
  expect(await activeTeam(contractorId)).toEqual(['User 1']);
});

test('a contractor with its own team size keeps its team on every plan', async () => {
  const { contractorId } = await paying();
  await addTeam(contractorId, 3);
  await db().update(contractors).set({ maxTeamUsers: 4 }).where(eq(contractors.id, contractorId));
  const smaller = await offerSelf(60_000);
  expect(await choiceOf(contractorId, smaller)).toMatchObject({ team: { limit: 4, beyond: 0 } });
});

test('a plan lists the sections with full access', async () => {
  const { contractorId } = await paying();
  const [bare, reports, free] = [await offer(10_000), await offer(20_000), await offer(0, 1)];
  await db().update(plans).set({ tier: 'Free' }).where(eq(plans.id, free));
  await ensureBuiltInRoles(db());
  await db()
    .insert(planRoles)
    .values([
      { planId: reports, roleId: 11 },
      { planId: free, roleId: 12 },
    ]);
  const opensOf = async (planId: number) => (await choiceOf(contractorId, planId)).opens;
  expect(await opensOf(bare)).toEqual(['full-page-widget']);
  expect(await opensOf(reports)).toEqual([
    'reports-applications',
    'reports-commissions',
    'full-page-widget',
  ]);
  // A Free plan includes customers and documents, but without full access.
  expect(await opensOf(free)).toEqual([]);
});
