import { and, eq, isNull, lt } from 'drizzle-orm';
import { recordLenderEvent } from '../domains/applications/index.ts';
import { applications, offers } from '../domains/applications/tables.ts';
import { bookEntry } from '../domains/billing/index.ts';
import { payments, refunds, subscriptions } from '../domains/billing/payment-tables.ts';
import { bookBonuses, bookMonth, commissionHooks } from '../domains/commissions/index.ts';
import { contractors } from '../domains/contractors/tables.ts';
import type { Database } from '../platform/db/connect.ts';
import { addMonths, dayIn, firstDayOf, monthOf } from '../platform/days.ts';
import { demoPlans } from './plans.ts';

interface Seeding {
  db: Database;
  now: Date;
  timeZone: string;
}

type Program = 'referral' | 'partner';

/**
 * Contractors of the demonstration who came through another one. `paidDays`: how many days ago the first payment was, `leftDays`: when
 * the money was given back and the plan ended.
 */
const friends: { id: number; of: number; as: Program; plan: number; paidDays?: number; leftDays?: number }[] = [
  { id: 256, of: 101, as: 'referral', plan: 2, paidDays: 600 },
  { id: 251, of: 101, as: 'referral', plan: 3, paidDays: 540 },
  { id: 226, of: 101, as: 'referral', plan: 2, paidDays: 265 },
  { id: 211, of: 101, as: 'referral', plan: 5, paidDays: 45 },
  { id: 216, of: 101, as: 'referral', plan: 4, paidDays: 12 },
  { id: 204, of: 101, as: 'referral', plan: 4, paidDays: 33, leftDays: 20 },
  { id: 202, of: 101, as: 'referral', plan: 2 },
  { id: 221, of: 101, as: 'partner', plan: 3, paidDays: 215 },
  { id: 246, of: 101, as: 'partner', plan: 4, paidDays: 480 },
  { id: 220, of: 102, as: 'referral', plan: 2, paidDays: 200 },
  { id: 241, of: 103, as: 'referral', plan: 5, paidDays: 430 },
  { id: 210, of: 103, as: 'referral', plan: 4, paidDays: 40 },
  { id: 215, of: 103, as: 'partner', plan: 3, paidDays: 150 },
];

const monthsBack = 25;
const dayMs = 86_400_000;
const before = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMs);
const at = (time: Date) => ({ now: () => time });

/** Commissions of every type over two years, booked as the clock would have: month by month, payment by payment. */
export async function seedCommissions(seeding: Seeding): Promise<void> {
  const { db, now, timeZone } = seeding;
  await fundCards(db, now);
  for (const friend of friends) await seedFriend(seeding, friend);
  await bookBonuses({ db, timeZone, clock: at(now) });
  const current = firstDayOf(monthOf(dayIn(now, timeZone)));
  for (let back = monthsBack; back > 0; back -= 1) {
    // Some hours after the month's end in the business's time zone.
    const booking = new Date(Math.min(Date.parse(`${addMonths(current, 1 - back)}T12:00:00Z`), now.getTime()));
    await bookMonth({ db, timeZone, clock: at(booking) }, monthOf(addMonths(current, -back)));
  }
}

/** Homeowners whose project was funded and who were offered a card took that too, a day later: cards alone are rarely chosen. */
async function fundCards(db: Database, now: Date): Promise<void> {
  const rows = await db
    .select({ application: applications.reference, fundedAt: applications.fundedAt, offer: offers.reference, cents: offers.amountCents })
    .from(offers)
    .innerJoin(applications, eq(applications.id, offers.applicationId))
    .where(and(eq(offers.kind, 'creditcard'), isNull(offers.fundedAt), lt(applications.fundedAt, before(now, 2))));
  for (const { application, fundedAt, offer, cents } of rows) {
    const time = new Date((fundedAt?.getTime() ?? 0) + dayMs);
    const event = { id: `demo-${application}-card`, application, createdAt: time.toISOString(), offer, amount: cents / 100 };
    await recordLenderEvent({ db, clock: at(time), tell: async () => undefined }, 'sandbox', { ...event, type: 'offer.funded' });
  }
}

async function seedFriend({ db, now, timeZone }: Seeding, friend: (typeof friends)[number]): Promise<void> {
  const { id, of, as, paidDays, leftDays } = friend;
  const link = as === 'referral' ? { referralId: of } : { partnerId: of };
  await db.update(contractors).set(link).where(eq(contractors.id, id));
  const plan = demoPlans.find((one) => one.id === friend.plan);
  if (paidDays === undefined || plan === undefined) return;
  const first = before(now, paidDays);
  const end = leftDays === undefined ? undefined : before(now, leftDays);
  const subscriptionId = await insertSubscription(db, { contractorId: id, plan, first, end, discount: as === 'referral' ? 10 : 0 });
  const hooks = commissionHooks({ clock: at(now), timeZone });
  const dates = paymentDates(first, plan.installmentIntervalsCount, end ?? now);
  for (const [index, paidAt] of dates.entries()) {
    const discount = as === 'referral' && index < plan.installmentIntervalsCount ? 0.9 : 1;
    const amountCents = Math.round((plan.priceCents / plan.installmentIntervalsCount) * discount);
    const paymentId = await insertPayment(db, { contractorId: id, subscriptionId, plan, index, amountCents, paidAt });
    await hooks.onPaid(db, { paymentId, contractorId: id, amountCents, at: paidAt });
    if (end !== undefined) await giveBack(db, hooks, { paymentId, contractorId: id, amountCents, at: end });
  }
}

type Plan = (typeof demoPlans)[number];

async function insertSubscription(
  db: Database,
  { contractorId, plan, first, end, discount }: { contractorId: number; plan: Plan; first: Date; end?: Date | undefined; discount: number },
): Promise<number> {
  const { id: planId, priceCents, installmentIntervalsCount: installments } = plan;
  await db.update(contractors).set({ planId }).where(eq(contractors.id, contractorId));
  const [made] = await db
    .insert(subscriptions)
    .values({
      contractorId,
      planId,
      state: end === undefined ? 'active' : 'canceled',
      ...{ priceCents, installments, discountPercent: discount, installmentsBilled: installments },
      ...{ termStart: first, termEnd: new Date(first.getTime() + 365 * dayMs), startedAt: first },
      // Nothing more is billed: there is no card.
      nextBillingAt: null,
      ...(end !== undefined && { canceledAt: end }),
    })
    .returning({ id: subscriptions.id });
  if (made === undefined) throw new Error('The subscription was not stored');
  return made.id;
}

/** The dates of the installments from the first one until `end`. */
function paymentDates(first: Date, installments: number, end: Date): Date[] {
  const dates: Date[] = [];
  for (let date = first; date < end; date = new Date(date.getTime() + (365 / installments) * dayMs)) dates.push(date);
  return dates;
}

interface Installment {
  contractorId: number;
  subscriptionId: number;
  plan: Plan;
  index: number;
  amountCents: number;
  paidAt: Date;
}

async function insertPayment(db: Database, one: Installment): Promise<number> {
  const { contractorId, subscriptionId, plan, index, amountCents, paidAt } = one;
  const [term, installment] = [Math.floor(index / plan.installmentIntervalsCount) + 1, (index % plan.installmentIntervalsCount) + 1];
  const number = `${subscriptionId}-${term}-${String(installment).padStart(2, '0')}`;
  const [made] = await db
    .insert(payments)
    .values({
      ...{ number, contractorId, subscriptionId, term, installment, amountCents, paidAt },
      ...{ state: 'Succeeded', createdAt: paidAt, periodStart: paidAt },
      descriptions: [`${plan.name} plan, year ${term}`],
      periodEnd: new Date(paidAt.getTime() + (365 / plan.installmentIntervalsCount) * dayMs),
    })
    .returning({ id: payments.id });
  if (made === undefined) throw new Error('The payment was not stored');
  const source = `demo-payment:${made.id}`;
  await bookEntry(db, at(paidAt), { source, contractorId, account: 'subscription', kind: 'charge', amountCents, happenedAt: paidAt });
  return made.id;
}

async function giveBack(
  db: Database,
  hooks: ReturnType<typeof commissionHooks>,
  paid: { paymentId: number; contractorId: number; amountCents: number; at: Date },
): Promise<void> {
  const { at: time, ...what } = paid;
  const { paymentId, contractorId, amountCents } = what;
  const gateway = { gateway: 'sandbox', idempotencyKey: `demo-refund-${paymentId}` };
  const [made] = await db
    .insert(refunds)
    .values({ ...what, ...gateway, reason: 'Changed their mind', state: 'succeeded', startedAt: time, endedAt: time })
    .returning({ id: refunds.id });
  if (made === undefined) throw new Error('The refund was not stored');
  await db.update(payments).set({ refundedCents: amountCents }).where(eq(payments.id, paymentId));
  const source = `demo-refund:${made.id}`;
  const entry = { source, contractorId, account: 'subscription', kind: 'refund', amountCents: -amountCents, happenedAt: time } as const;
  await bookEntry(db, at(time), entry);
  await hooks.onRefunded(db, { ...paid, refundId: made.id });
}
