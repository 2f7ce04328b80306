import { desc, eq } from 'drizzle-orm';
import { dayMs } from '@lintel/contract/core/durations';
import { cancelNow, startSubscription } from '../domains/billing/index.ts';
import { payments } from '../domains/billing/payments/tables.ts';
import { refundPayment } from '../domains/billing/payments/refunds.ts';
import { bookBonuses, bookMonth } from '../domains/commissions/index.ts';
import { contractors } from '../domains/contractors/tables.ts';
import type { Context } from '../platform/context.ts';
import { addMonths, dayIn, firstDayOfMonth, toMonth } from '../platform/days.ts';
import { addCard, openPast, passUntil, strictLog, type Past } from './billing-world.ts';

interface Friend {
  id: number;
  of: number;
  as: 'referral' | 'partner';
  plan: number;
  /** Days since the first payment; without it, none was made. */
  paidDays?: number;
  /** Days since the friend got a refund and left. */
  leftDays?: number;
  /** Days since a partial refund of the previous payment. */
  refundDays?: number;
}

/** Demo contractors referred by another one. */
const friends: Friend[] = [
  { id: 256, of: 101, as: 'referral', plan: 2, paidDays: 600 },
  { id: 251, of: 101, as: 'referral', plan: 3, paidDays: 540 },
  { id: 226, of: 101, as: 'referral', plan: 2, paidDays: 265 },
  { id: 211, of: 101, as: 'referral', plan: 5, paidDays: 45 },
  { id: 216, of: 101, as: 'referral', plan: 4, paidDays: 12 },
  { id: 204, of: 101, as: 'referral', plan: 4, paidDays: 33, leftDays: 20 },
  { id: 202, of: 101, as: 'referral', plan: 2 },
  { id: 221, of: 101, as: 'partner', plan: 3, paidDays: 215 },
  { id: 246, of: 101, as: 'partner', plan: 4, paidDays: 480, refundDays: 75 },
  { id: 236, of: 102, as: 'referral', plan: 2, paidDays: 200 },
  { id: 241, of: 103, as: 'referral', plan: 5, paidDays: 430 },
  { id: 206, of: 103, as: 'referral', plan: 4, paidDays: 40 },
  { id: 231, of: 103, as: 'partner', plan: 3, paidDays: 150 },
];

const monthsBack = 25;
const before = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMs);
const at = (time: Date) => ({ now: () => time });

/**
 * Commissions of every type over two years, booked like the scheduled job would: month by month,
 * payment by payment.
 */
export async function seedCommissions(context: Context): Promise<void> {
  const { db, config } = context;
  const timeZone = config.BUSINESS_TIME_ZONE;
  const now = context.clock.now();
  for (const { id, of, as } of friends) {
    await db
      .update(contractors)
      .set(as === 'referral' ? { referralId: of } : { partnerId: of })
      .where(eq(contractors.id, id));
  }
  await seedPayments(openPast(context), now);
  await bookBonuses({ ...context, log: strictLog });
  const current = firstDayOfMonth(toMonth(dayIn(now, timeZone)));
  for (let back = monthsBack; back > 0; back -= 1) {
    // Some hours after the end of the month in the provider's time zone.
    const booking = new Date(
      Math.min(Date.parse(`${addMonths(current, 1 - back)}T12:00:00Z`), now.getTime()),
    );
    await bookMonth({ ...context, clock: at(booking) }, toMonth(addMonths(current, -back)));
  }
}

/** Scripted events at a time. */
type Chapter = [at: Date, ...happens: ((past: Past) => Promise<void>)[]];

/** The friends sign up and pay, each at their time, and one leaves again. */
async function seedPayments(past: Past, now: Date): Promise<void> {
  const story: Chapter[] = [];
  for (const friend of friends) {
    if (friend.paidDays !== undefined) story.push([before(now, friend.paidDays), begins(friend)]);
    if (friend.leftDays !== undefined)
      story.push([before(now, friend.leftDays), getsBack(friend.id), leaves(friend.id)]);
    if (friend.refundDays !== undefined)
      story.push([before(now, friend.refundDays), getsBack(friend.id, 5000)]);
  }
  for (const [time, ...happening] of story.toSorted(([a], [b]) => a.getTime() - b.getTime())) {
    await passUntil(past, time);
    for (const happens of happening) await happens(past);
  }
  await passUntil(past, now);
}

/** A card and a subscription, for referred friends with their discount. */
const begins =
  ({ id, plan: planId, as }: Friend) =>
  async (past: Past): Promise<void> => {
    const expireYear = past.clock.now().getUTCFullYear() + 4;
    await addCard(past, id, {
      brand: 'visa',
      holder: 'Jordan Bennett',
      zip: '80202',
      expireMonth: 6,
      expireYear,
    });
    await startSubscription(past.db, past.context, {
      contractorId: id,
      planId,
      discountPercent: as === 'referral' ? 10 : 0,
    });
    await passUntil(past, past.clock.now());
  };

/** Refunds the newest payment, in full or this many cents. */
const getsBack =
  (contractorId: number, cents?: number) =>
  async ({ db, context }: Past): Promise<void> => {
    const paid = await db
      .select()
      .from(payments)
      .where(eq(payments.contractorId, contractorId))
      .orderBy(desc(payments.id))
      .limit(1);
    for (const { id: paymentId, amountCents } of paid) {
      const reason = cents === undefined ? 'Changed their mind' : 'A week without service';
      await refundPayment(context, {
        paymentId,
        amountCents: cents ?? amountCents,
        reason,
        userId: 1,
        key: `demo-${paymentId}`,
      });
    }
  };

const leaves =
  (contractorId: number) =>
  ({ db, context }: Past): Promise<void> =>
    cancelNow(db, context, contractorId, null);
