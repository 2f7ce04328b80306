import { eq, sql } from 'drizzle-orm';
import { referralTerms } from '@lintel/contract/commissions/constants';
import type { Database } from '../../platform/db/connect.ts';
import { contractors } from '../contractors/tables.ts';

/**
 * The same time of day so many days later as the clock on the wall of `zone` counts them, however
 * long a day of it was.
 */
const after = (moment: string, zone: string) =>
  sql`((${sql.raw(moment)} at time zone ${zone}) + make_interval(days => ${referralTerms.days})) at time zone ${zone}`;

/**
 * The payment with which a friend (`f`) earns the referrer's bonus: the first that was not given
 * back whole and whose subscription did not end within the days it has to be paid for.
 */
const earningPayment = (zone: string) => sql`
  select p.id, p.paid_at, ${after('p.paid_at', zone)} as earned_at
  from payments p join subscriptions s on s.id = p.subscription_id
  where p.contractor_id = f.id and p.state = 'Succeeded' and p.paid_at is not null
    and p.amount_cents > 0 and p.refunded_cents < p.amount_cents
    and (s.canceled_at is null or s.canceled_at > ${after('p.paid_at', zone)})
    and (f.payment_status <> 'Canceled' or s.canceled_at is not null)
  order by p.paid_at, p.id limit 1`;

/** What a friend has brought so far: nothing, or what was earned and not taken back. */
const broughtBy = sql`select coalesce(sum(c.amount_cents), 0)::bigint as cents from commissions c
  where c.friend_id = f.id and c.type = 'referral'`;

export interface DueBonus {
  paymentId: number;
  earnedAt: Date;
}

/** Friends whose bonus is due at `now` and not booked, by id and after `lastId`. */
export async function selectDueFriends(
  db: Database,
  {
    timeZone,
    now,
    afterId,
    limit,
  }: { timeZone: string; now: Date; afterId: number; limit: number },
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select f.id from contractors f, lateral (${earningPayment(timeZone)}) paid, lateral (${broughtBy}) brought
    where f.referral_id is not null and f.id > ${afterId} and brought.cents <= 0
      and paid.earned_at < ${now.toISOString()}::timestamptz
    order by f.id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/**
 * The payment that makes a friend's bonus due at `now`; null when there is none, or when the bonus
 * is booked.
 */
export async function findDueBonus(
  db: Database,
  friendId: number,
  { timeZone, now }: { timeZone: string; now: Date },
): Promise<DueBonus | null> {
  const { rows } = await db.execute<{ paymentId: number; earnedAt: string }>(sql`
    select paid.id "paymentId", paid.earned_at "earnedAt"
    from contractors f, lateral (${earningPayment(timeZone)}) paid, lateral (${broughtBy}) brought
    where f.id = ${friendId} and f.referral_id is not null and brought.cents <= 0
      and paid.earned_at < ${now.toISOString()}::timestamptz`);
  const [row] = rows;
  return row === undefined ? null : { paymentId: row.paymentId, earnedAt: new Date(row.earnedAt) };
}

/**
 * Whether a refund at `at` came before the days were over that a payment at `paidAt` had to last.
 */
export async function isWithinDays(
  db: Database,
  { at, paidAt, timeZone }: { at: Date; paidAt: Date; timeZone: string },
): Promise<boolean> {
  const { rows } =
    await db.execute(sql`select 1 from (select ${paidAt.toISOString()}::timestamptz as paid_at) p
    where ${at.toISOString()}::timestamptz <= ${after('p.paid_at', timeZone)}`);
  return rows.length > 0;
}

/** Locks a friend as billing does: what is booked about one contractor's payments takes turns. */
export async function lockFriend(tx: Database, friendId: number) {
  const [row] = await tx
    .select()
    .from(contractors)
    .where(eq(contractors.id, friendId))
    .for('no key update');
  return row;
}

/** What was given back of a payment, in cents, besides one refund. */
export async function refundedBesides(
  tx: Database,
  paymentId: number,
  refundId: number,
): Promise<number> {
  const { rows } = await tx.execute<{ cents: string }>(sql`
    select coalesce(sum(amount_cents), 0)::bigint as cents from refunds
    where payment_id = ${paymentId} and state = 'succeeded' and id <> ${refundId}`);
  return Number(rows[0]?.cents ?? 0);
}

export interface FriendRow {
  id: number;
  companyName: string;
  signedUpAt: Date;
  hasPaid: boolean;
  /** When the bonus was or will be earned; null without a payment that can earn it. */
  earnedAt: Date | null;
  bookedCents: number;
}

/** A contractor's friends, the newest first. */
export async function selectFriends(
  db: Database,
  contractorId: number,
  { timeZone, limit, offset }: { timeZone: string; limit: number; offset: number },
): Promise<FriendRow[]> {
  const { rows } = await db.execute<{
    id: number;
    companyName: string;
    signedUpAt: string;
    hasPaid: boolean;
    earnedAt: string | null;
    bookedCents: string;
  }>(sql`
    select f.id, f.company_name "companyName", f.registered_at "signedUpAt", paid.earned_at "earnedAt", brought.cents "bookedCents",
      exists (select 1 from payments p where p.contractor_id = f.id and p.state = 'Succeeded' and p.amount_cents > 0) "hasPaid"
    from contractors f left join lateral (${earningPayment(timeZone)}) paid on true, lateral (${broughtBy}) brought
    where f.referral_id = ${contractorId}
    order by f.registered_at desc, f.id desc limit ${limit} offset ${offset}`);
  return rows.map((row) => ({
    ...row,
    signedUpAt: new Date(row.signedUpAt),
    earnedAt: row.earnedAt === null ? null : new Date(row.earnedAt),
    bookedCents: Number(row.bookedCents),
  }));
}

/** How many friends a contractor has, and what they have brought so far, in cents. */
export async function sumFriends(
  db: Database,
  contractorId: number,
): Promise<{ total: number; earnedCents: number }> {
  const { rows } = await db.execute<{ total: string; cents: string }>(sql`
    select (select count(*) from contractors where referral_id = ${contractorId}) as total,
      (select coalesce(sum(amount_cents), 0)::bigint from commissions where contractor_id = ${contractorId} and type = 'referral')
        as cents`);
  return { total: Number(rows[0]?.total ?? 0), earnedCents: Number(rows[0]?.cents ?? 0) };
}
