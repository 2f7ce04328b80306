import { and, asc, count, desc, eq, gt, isNotNull, sql, type SQL } from 'drizzle-orm';
import { referralTerms } from '@lintel/contract/commissions/constants';
import { acrossContractors } from '../../platform/db/across-contractors.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { RowKey } from '../../platform/db/queries.ts';
import { contractors } from '../contractors/tables.ts';

/** The same wall-clock time in `zone` a number of days later, across daylight saving changes. */
const after = (moment: string, zone: string) =>
  sql`((${sql.raw(moment)} at time zone ${zone}) + make_interval(days => ${referralTerms.days})) at time zone ${zone}`;

/** A friend and its referrer. */
interface Friend {
  id: number;
  companyName: string;
  registeredAt: Date;
  paymentStatus: (typeof contractors.$inferSelect)['paymentStatus'];
}

interface EarningPayment {
  paymentId: number;
  earnedAt: Date;
  /** The payment is disputed, so the bonus waits for the decision. */
  isDisputed: boolean;
}

/**
 * The payments that earn the referrer's bonus, by friend: the first one not fully refunded or lost
 * to disputes, whose subscription didn't end within the required days.
 */
async function earningPayments(
  db: Database,
  friends: readonly Pick<Friend, 'id' | 'paymentStatus'>[],
  zone: string,
): Promise<Map<number, EarningPayment>> {
  const gone = friends.filter(({ paymentStatus }) => paymentStatus === 'Canceled');
  const { rows } = await db.execute<{
    friendId: number;
    id: number;
    earnedAt: string;
    isDisputed: boolean;
  }>(sql`
    select distinct on (p.contractor_id) p.contractor_id "friendId", p.id, ${after('p.paid_at', zone)} "earnedAt",
      exists (select 1 from disputes d where d.contractor_id = any(${idArray(friends)}) and d.contractor_id = p.contractor_id and d.payment_id = p.id and d.state = 'open'
        and d.charge_id = p.charge_id) "isDisputed"
    from payments p join subscriptions s on s.contractor_id = p.contractor_id and s.id = p.subscription_id
    where p.contractor_id = any(${idArray(friends)}) and p.state = 'Succeeded' and p.paid_at is not null
      and p.amount_cents > 0 and p.refunded_cents + p.lost_cents < p.amount_cents
      and (s.canceled_at is null or s.canceled_at > ${after('p.paid_at', zone)})
      and (s.canceled_at is not null or not p.contractor_id = any(${idArray(gone)}))
    order by p.contractor_id, p.paid_at, p.id`);
  return new Map(
    rows.map(({ friendId, id, earnedAt, isDisputed }) => [
      friendId,
      { paymentId: id, earnedAt: new Date(earnedAt), isDisputed },
    ]),
  );
}

const idArray = (rows: readonly { id: number }[]): SQL =>
  sql`${`{${rows.map(({ id }) => id).join(',')}}`}::int[]`;

/** Earnings minus reversals in cents by friend, for one contractor or for all referrers. */
async function broughtBy(
  db: Database,
  friends: readonly { id: number }[],
  contractorId?: number,
): Promise<Map<number, number>> {
  const whose =
    contractorId === undefined
      ? acrossContractors('A friend earns one bonus, even if the referrer changes.')
      : sql`contractor_id = ${contractorId}`;
  const { rows } = await db.execute<{ friendId: number; cents: string }>(sql`
    select friend_id "friendId", sum(amount_cents) cents from commissions
    where ${whose} and friend_id = any(${idArray(friends)}) and type = 'referral' group by friend_id`);
  return new Map(rows.map(({ friendId, cents }) => [friendId, Number(cents)]));
}

const friend = {
  id: contractors.id,
  companyName: contractors.companyName,
  registeredAt: contractors.registeredAt,
  paymentStatus: contractors.paymentStatus,
};

/** Friends whose bonus is due at `now` and not booked. */
async function dueBonuses(
  db: Database,
  friends: readonly Friend[],
  { timeZone, now }: { timeZone: string; now: Date },
): Promise<(EarningPayment & { friendId: number })[]> {
  if (friends.length === 0) return [];
  const paid = await earningPayments(db, friends, timeZone);
  const due = friends.flatMap(({ id }) => {
    const payment = paid.get(id);
    const isDue = payment !== undefined && payment.earnedAt < now && !payment.isDisputed;
    return isDue ? [{ id, payment }] : [];
  });
  if (due.length === 0) return [];
  const brought = await broughtBy(db, due);
  return due.flatMap(({ id, payment }) =>
    (brought.get(id) ?? 0) <= 0 ? [{ friendId: id, ...payment }] : [],
  );
}

const batch = 1000;

/** Pages through the friends whose bonus is due at `now` and not booked, by id after `lastId`. */
export async function selectDueFriends(
  db: Database,
  {
    timeZone,
    now,
    afterId,
    limit,
  }: { timeZone: string; now: Date; afterId: number; limit: number },
): Promise<number[]> {
  const due: number[] = [];
  for (let last: number | undefined = afterId; last !== undefined && due.length < limit;) {
    const friends: Friend[] = await db
      .select(friend)
      .from(contractors)
      .where(and(isNotNull(contractors.referralId), gt(contractors.id, last)))
      .orderBy(asc(contractors.id))
      .limit(batch);
    due.push(...(await dueBonuses(db, friends, { timeZone, now })).map(({ friendId }) => friendId));
    last = friends.length < batch ? undefined : friends.at(-1)?.id;
  }
  return due.slice(0, limit);
}

/**
 * The payment that makes a friend's bonus due at `now`; null without one, or when the bonus is
 * booked.
 */
export async function findDueBonus(
  db: Database,
  friendId: number,
  when: { timeZone: string; now: Date },
): Promise<EarningPayment | null> {
  const friends = await db
    .select(friend)
    .from(contractors)
    .where(and(eq(contractors.id, friendId), isNotNull(contractors.referralId)));
  const [due] = await dueBonuses(db, friends, when);
  return due ?? null;
}

/** Whether a refund at `at` came within the required days after a payment at `paidAt`. */
export async function isWithinDays(
  db: Database,
  { at, paidAt, timeZone }: { at: Date; paidAt: Date; timeZone: string },
): Promise<boolean> {
  const { rows } =
    await db.execute(sql`select 1 from (select ${paidAt.toISOString()}::timestamptz as paid_at) p
    where ${at.toISOString()}::timestamptz <= ${after('p.paid_at', timeZone)}`);
  return rows.length > 0;
}

/** What was refunded of a payment in cents, excluding one refund. */
export async function refundedBesides(
  tx: Database,
  payment: RowKey,
  refundId: number,
): Promise<number> {
  const { rows } = await tx.execute<{ cents: string }>(sql`
    select coalesce(sum(amount_cents), 0)::bigint as cents from refunds
    where contractor_id = ${payment.contractorId} and payment_id = ${payment.id} and state = 'succeeded' and id <> ${refundId}`);
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

/** A contractor's friends, newest first. */
export async function selectFriends(
  db: Database,
  contractorId: number,
  { timeZone, limit, offset }: { timeZone: string; limit: number; offset: number },
): Promise<FriendRow[]> {
  const friends = await db
    .select(friend)
    .from(contractors)
    .where(eq(contractors.referralId, contractorId))
    .orderBy(desc(contractors.registeredAt), desc(contractors.id))
    .limit(limit)
    .offset(offset);
  if (friends.length === 0) return [];
  const [earning, brought, { rows: paying }] = [
    await earningPayments(db, friends, timeZone),
    await broughtBy(db, friends, contractorId),
    await db.execute<{ id: number }>(sql`
      select distinct contractor_id id from payments
      where contractor_id = any(${idArray(friends)}) and state = 'Succeeded' and amount_cents > 0`),
  ];
  const paid = new Set(paying.map(({ id }) => id));
  return friends.map(({ id, companyName, registeredAt }) => ({
    id,
    companyName,
    signedUpAt: registeredAt,
    hasPaid: paid.has(id),
    earnedAt: earning.get(id)?.earnedAt ?? null,
    bookedCents: brought.get(id) ?? 0,
  }));
}

/** The number of a contractor's friends, and their total earnings in cents. */
export async function sumFriends(
  db: Database,
  contractorId: number,
): Promise<{ total: number; earnedCents: number }> {
  const [all] = await db
    .select({ total: count() })
    .from(contractors)
    .where(eq(contractors.referralId, contractorId));
  const { rows } = await db.execute<{ cents: string }>(sql`
    select coalesce(sum(amount_cents), 0)::bigint as cents from commissions
    where contractor_id = ${contractorId} and type = 'referral'`);
  return { total: all?.total ?? 0, earnedCents: Number(rows[0]?.cents ?? 0) };
}
