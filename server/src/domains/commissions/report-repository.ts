import { and, asc, count, desc, eq, gt, inArray, lt, or, sql, sum, type SQL } from 'drizzle-orm';
import type { commissionOrders, CommissionType } from '@lintel/contract/commissions/constants';
import type { Database } from '../../platform/db/connect.ts';
import { containing } from '../../platform/db/queries.ts';
import { withinDays, type DayRange } from '../../platform/days.ts';
import { commissions } from './tables.ts';
import type { Commission } from './repository.ts';

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
  const words = sql`lower(${commissions.userName} || ' ' || ${commissions.companyName})`;
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
  // As a text: the order of the words that the report shows.
  type: sql`${commissions.type}::text`,
};

/** Rows in their order; those of the same date, amount or name by their id. */
export const selectCommissions = (
  db: Database,
  filter: ReportFilter,
  order: ReportOrder,
  slice: { limit: number; offset: number },
): Promise<Commission[]> =>
  ordered(db, matching(filter), order).limit(slice.limit).offset(slice.offset);

/** The rows that follow a row in their order, or the first ones. */
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

/** The last row's own values are read from the database, exact to the last digit. */
function following({ field, descending }: ReportOrder, last: Commission): SQL | undefined {
  const column = sorted[field];
  const value = sql`(select ${column} from ${commissions} where ${commissions.id} = ${last.id})`;
  const beyond = descending ? lt : gt;
  return or(beyond(column, value), and(eq(column, value), beyond(commissions.id, last.id)));
}

/** How many rows match, and their sum in cents. */
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
