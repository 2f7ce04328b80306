import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { payments } from '../billing/payments/tables.ts';
import { commissionRuns, commissions } from './tables.ts';

export type Commission = typeof commissions.$inferSelect;

export type NewCommission = Omit<typeof commissions.$inferInsert, 'id' | 'payoutId'>;

/**
 * Stores those whose source is new, and gives them. They travel as one parameter: thousands of rows
 * would be tens of thousands.
 */
export async function insertCommissions(
  tx: Database,
  rows: readonly NewCommission[],
): Promise<NewCommission[]> {
  if (rows.length === 0) return [];
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("contractorId" int, type commission_type, source text,
    "userName" text, "companyName" text, "amountCents" bigint, "fundedAmountCents" bigint, "earnedAt" timestamptz,
    "bookedAt" timestamptz, month date, "applicationId" bigint, "friendId" int, "takesBackId" bigint)`;
  const columns = sql`contractor_id, type, source, user_name, company_name, amount_cents, funded_amount_cents, earned_at, booked_at, month,
    application_id, friend_id, takes_back_id`;
  const values = sql`"contractorId", type, source, "userName", "companyName", "amountCents", "fundedAmountCents", "earnedAt", "bookedAt",
    month, "applicationId", "friendId", "takesBackId"`;
  const { rows: added } = await tx.execute<{ source: string }>(sql`
    insert into commissions (${columns}) select ${values} from ${given} on conflict (source) do nothing returning source`);
  const sources = new Set(added.map(({ source }) => source));
  return rows.filter(({ source }) => sources.has(source));
}

/** What has been booked for a contractor's friend, of one type, in the order of booking. */
export const commissionsForFriend = (
  db: Database,
  friendId: number,
  type: 'partner' | 'referral',
): Promise<Commission[]> =>
  db
    .select()
    .from(commissions)
    .where(and(eq(commissions.friendId, friendId), eq(commissions.type, type)))
    .orderBy(commissions.id);

export async function findPayment(
  db: Database,
  paymentId: number,
): Promise<typeof payments.$inferSelect | undefined> {
  const [row] = await db.select().from(payments).where(eq(payments.id, paymentId));
  return row;
}

/** The booking of a month, begun when it was not before. */
export async function openRun(
  db: Database,
  month: string,
  at: Date,
): Promise<typeof commissionRuns.$inferSelect> {
  await db.insert(commissionRuns).values({ month, startedAt: at }).onConflictDoNothing();
  const [run] = await db.select().from(commissionRuns).where(eq(commissionRuns.month, month));
  if (run === undefined) throw new Error(`No booking of ${month}`);
  return run;
}

export async function countBooked(tx: Database, month: string, booked: number): Promise<void> {
  await tx
    .update(commissionRuns)
    .set({ booked: sql`${commissionRuns.booked} + ${booked}` })
    .where(eq(commissionRuns.month, month));
}

export async function closeRun(db: Database, month: string, at: Date): Promise<void> {
  await db
    .update(commissionRuns)
    .set({ endedAt: sql`coalesce(${commissionRuns.endedAt}, ${at.toISOString()}::timestamptz)` })
    .where(eq(commissionRuns.month, month));
}

/** Makes commissions part of a payout, or of none. */
export async function assignToPayout(
  tx: Database,
  ids: readonly number[],
  payoutId: number | null,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(commissions)
    .set({ payoutId })
    .where(inArray(commissions.id, [...ids]));
}

/** Takes all commissions out of a payout, and gives them. */
export const releaseFromPayout = (
  tx: Database,
  payoutId: number,
): Promise<{ id: number; amountCents: number }[]> =>
  tx
    .update(commissions)
    .set({ payoutId: null })
    .where(eq(commissions.payoutId, payoutId))
    .returning({ id: commissions.id, amountCents: commissions.amountCents });
