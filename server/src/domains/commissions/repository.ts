import { and, eq, inArray, sql, asc, count, desc, gt, lt, or, sum, type SQL } from 'drizzle-orm';
import type { commissionOrders, CommissionType } from '@lintel/contract/commissions/constants';
import { acrossContractors } from '../../platform/db/across-contractors.ts';
import type { Database } from '../../platform/db/connect.ts';
import { containing } from '../../platform/db/folded.ts';
import { type RowKey } from '../../platform/db/queries.ts';
import { withinDays, type DayRange } from '../../platform/days.ts';
import { payments } from '../billing/payments/tables.ts';
import { commissionRuns, commissions } from './tables.ts';

export type Commission = typeof commissions.$inferSelect;

export type NewCommission = Omit<typeof commissions.$inferInsert, 'id' | 'payoutId' | 'onHold'>;

/**
 * Stores commissions with a new source, and returns them. The rows are one JSON parameter, because
 * thousands of rows would exceed the parameter limit.
 */
export async function insertCommissions(
  tx: Database,
  rows: readonly NewCommission[],
): Promise<NewCommission[]> {
  if (rows.length === 0) return [];
  const inputRows = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("contractorId" int, type commission_type, source text,
    "userName" text, "companyName" text, "amountCents" bigint, "fundedAmountCents" bigint, "earnedAt" timestamptz,
    "bookedAt" timestamptz, month date, "applicationId" bigint, "friendId" int, "reversesId" bigint, note text)`;
  const columns = sql`contractor_id, type, source, user_name, company_name, amount_cents, funded_amount_cents, earned_at, booked_at, month,
    application_id, friend_id, takes_back_id, note`;
  const values = sql`"contractorId", type, source, "userName", "companyName", "amountCents", "fundedAmountCents", "earnedAt", "bookedAt",
    month, "applicationId", "friendId", "reversesId", coalesce(note, '')`;
  const { rows: added } = await tx.execute<{ source: string }>(sql`
    insert into commissions (${columns}) select ${values} from ${inputRows} on conflict do nothing returning source`);
  const sources = new Set(added.map(({ source }) => source));
  return rows.filter(({ source }) => sources.has(source));
}

/**
 * The commissions of one type for a contractor's friend in booking order, including those of former
 * partners and referrers.
 */
export const commissionsForFriend = (
  db: Database,
  friendId: number,
  type: 'partner' | 'referral',
): Promise<Commission[]> =>
  db
    .select()
    .from(commissions)
    .where(
      and(
        acrossContractors('A friend may have earned for earlier referrers and partners.'),
        eq(commissions.friendId, friendId),
        eq(commissions.type, type),
      ),
    )
    .orderBy(commissions.id);

/** The commissions of an application, with their reversals, in booking order. */
export const selectApplicationCommissions = (
  db: Database,
  contractorId: number,
  applicationId: number,
): Promise<Commission[]> =>
  db
    .select()
    .from(commissions)
    .where(
      and(eq(commissions.contractorId, contractorId), eq(commissions.applicationId, applicationId)),
    )
    .orderBy(commissions.id);

export async function findPayment(
  db: Database,
  { contractorId, id }: RowKey,
): Promise<typeof payments.$inferSelect | undefined> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.contractorId, contractorId), eq(payments.id, id)));
  return row;
}

/** Sets or clears the hold on commissions that others earned from a contractor's payment. */
export async function holdCommissions(
  tx: Database,
  held: readonly Commission[],
  onHold: boolean,
): Promise<void> {
  for (const { contractorId, id } of held)
    await tx
      .update(commissions)
      .set({ onHold })
      .where(and(eq(commissions.contractorId, contractorId), eq(commissions.id, id)));
}

/** The booking run of a month, created when missing. */
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

/** Assigns a contractor's commissions to a payout, or to none. */
export async function assignToPayout(
  tx: Database,
  contractorId: number,
  ids: readonly number[],
  payoutId: number | null,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(commissions)
    .set({ payoutId })
    .where(and(eq(commissions.contractorId, contractorId), inArray(commissions.id, [...ids])));
}

/** Removes all commissions from a payout, and returns them. */
export const releaseFromPayout = (
  tx: Database,
  contractorId: number,
  payoutId: number,
): Promise<{ id: number; amountCents: number }[]> =>
  tx
    .update(commissions)
    .set({ payoutId: null })
    .where(and(eq(commissions.contractorId, contractorId), eq(commissions.payoutId, payoutId)))
    .returning({ id: commissions.id, amountCents: commissions.amountCents });

export interface ReportFilter {
  contractorId: number;
  days: DayRange;
  timeZone: string;
  search: string;
  /** Empty for all. */
  types: readonly CommissionType[];
}

export interface ReportOrder {
  field: (typeof commissionOrders)[number];
  descending: boolean;
}

function matching({ contractorId, days, timeZone, search, types }: ReportFilter): SQL | undefined {
  const words = sql`fold_search(${commissions.userName} || ' ' || ${commissions.companyName} || ' ' || ${commissions.note})`;
  return and(
    eq(commissions.contractorId, contractorId),
    ...withinDays(commissions.earnedAt, days, timeZone),
    types.length === 0 ? undefined : inArray(commissions.type, [...types]),
    search === '' ? undefined : sql`${words} like ${containing(search)}`,
  );
}

const sorted: Record<ReportOrder['field'], SQL> = {
  userName: sql`lower(${commissions.userName})`,
  date: sql`${commissions.earnedAt}`,
  commission: sql`${commissions.amountCents}`,
  // As text, so that types sort by the words in the report.
  type: sql`${commissions.type}::text`,
};

/** Rows in their order; ids break ties. */
export const selectCommissions = (
  db: Database,
  filter: ReportFilter,
  order: ReportOrder,
  slice: { limit: number; offset: number },
): Promise<Commission[]> =>
  ordered(db, matching(filter), order).limit(slice.limit).offset(slice.offset);

/** The rows after a row in their order, or the first ones. */
export function selectCommissionsAfter(
  db: Database,
  filter: ReportFilter,
  order: ReportOrder,
  { last, limit }: { last: Commission | null; limit: number },
): Promise<Commission[]> {
  const where = last === null ? matching(filter) : and(matching(filter), following(order, last));
  return ordered(db, where, order).limit(limit);
}

function ordered(db: Database, where: SQL | undefined, { field, descending }: ReportOrder) {
  const direction = descending ? desc : asc;
  return db
    .select()
    .from(commissions)
    .where(where)
    .orderBy(direction(sorted[field]), direction(commissions.id));
}

/** Compares with the last row's values in the database, which keep full precision. */
function following({ field, descending }: ReportOrder, last: Commission): SQL | undefined {
  const column = sorted[field];
  const value = sql`(select ${column} from ${commissions} where ${commissions.contractorId} = ${last.contractorId} and ${commissions.id} = ${last.id})`;
  const beyond = descending ? lt : gt;
  return or(beyond(column, value), and(eq(column, value), beyond(commissions.id, last.id)));
}

/** Count and sum in cents of the matching rows. */
export async function sumCommissions(
  db: Database,
  filter: ReportFilter,
): Promise<{ total: number; cents: number }> {
  const [row] = await db
    .select({ total: count(), cents: sum(commissions.amountCents).mapWith(Number) })
    .from(commissions)
    .where(matching(filter));
  return { total: row?.total ?? 0, cents: row?.cents ?? 0 };
}

export interface MonthTypeSum {
  /** `yyyy-mm` */
  month: string;
  type: CommissionType;
  cents: number;
  rows: number;
}

/** The sum of each type in each month, oldest first. */
export async function sumByMonth(db: Database, filter: ReportFilter): Promise<MonthTypeSum[]> {
  const month = sql<string>`to_char(${commissions.earnedAt} at time zone ${filter.timeZone}, 'YYYY-MM')`;
  return db
    .select({
      month: month.as('month'),
      type: commissions.type,
      cents: sum(commissions.amountCents).mapWith(Number),
      rows: count(),
    })
    .from(commissions)
    .where(matching(filter))
    .groupBy(sql`1`, commissions.type)
    .orderBy(sql`1`, commissions.type)
    .then((rows) => rows.map((row) => ({ ...row, cents: row.cents ?? 0 })));
}
