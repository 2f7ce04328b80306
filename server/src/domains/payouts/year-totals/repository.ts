import { sql, type SQL } from 'drizzle-orm';
import type { YearOrder } from '@lintel/contract/accounting/year-totals';
import { filingThreshold } from '@lintel/contract/payouts/filing';
import { acrossContractors } from '../../../platform/db/across-contractors.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { containing } from '../../../platform/db/folded.ts';
import { withinDays } from '../../../platform/days.ts';
import { toCents } from '../../../platform/money.ts';
import { commissions } from '../../commissions/tables.ts';

/** A contractor's calendar year, in cents. */
export interface ContractorYear {
  contractorId: number;
  companyName: string;
  /** Commissions minus reversals, by the day they were earned, without adjustments. */
  earnedCents: number;
  /** Adjustments and bonuses. */
  adjustedCents: number;
  /**
   * Payouts by the bank's day, which decides the tax year. A returned payout was never paid, so it
   * counts in no year.
   */
  paidCents: number;
}

export interface YearFilter {
  year: number;
  timeZone: string;
  searchText: string;
  /** Only contractors whose payouts reach the year's threshold. */
  reportable: boolean;
}

const everyone = acrossContractors('Year totals cover every contractor.');

/** One row for each contractor with a commission or payout in the year. */
function yearTable({ year, timeZone, searchText, reportable }: YearFilter): SQL {
  const days = { gte: `${year}-01-01`, lte: `${year}-12-31` };
  const earned = withinDays(commissions.earnedAt, days, timeZone);
  const isAdded = sql`${commissions.type} in ('adjustment', 'bonus')`;
  const found =
    searchText === '' ? sql`true` : sql`fold_search(c.company_name) like ${containing(searchText)}`;
  const reaches = reportable ? sql`sum(part.paid) >= ${toCents(filingThreshold(year))}` : sql`true`;
  return sql`
    select c.id "contractorId", c.company_name "companyName",
      sum(part.earned)::bigint earned, sum(part.adjusted)::bigint adjusted, sum(part.paid)::bigint paid
    from (
      select contractor_id, case when ${isAdded} then 0 else amount_cents end earned,
        case when ${isAdded} then amount_cents else 0 end adjusted, 0 paid
      from ${commissions} where ${sql.join(earned, sql` and `)} and ${everyone}
      union all
      select p.contractor_id, 0, 0, p.amount_cents
      from payouts p left join payout_runs r on r.id = p.run_id
      where p.state in ('sent', 'paid') and ${everyone}
        and coalesce(r.effective_on, (p.sent_at at time zone ${timeZone})::date)
          between ${days.gte}::date and ${days.lte}::date
    ) part join contractors c on c.id = part.contractor_id
    where ${found}
    group by c.id, c.company_name
    having ${reaches}`;
}

const sorted: Record<YearOrder, SQL> = {
  companyName: sql`lower(totals."companyName")`,
  earned: sql`totals.earned`,
  adjusted: sql`totals.adjusted`,
  paid: sql`totals.paid`,
};

interface Slice {
  order: { field: YearOrder; descending: boolean };
  /** All without it. */
  limit?: number;
  offset?: number;
}

/** The year's contractors in their order; ids break ties. */
export async function selectYearTotals(
  db: Database,
  filter: YearFilter,
  { order: { field, descending }, limit, offset = 0 }: Slice,
): Promise<ContractorYear[]> {
  const direction = descending ? sql`desc` : sql`asc`;
  const { rows } = await db.execute<Record<'earned' | 'adjusted' | 'paid', string> & Named>(sql`
    select * from (${yearTable(filter)}) totals
    order by ${sorted[field]} ${direction}, totals."contractorId" ${direction}
    limit ${limit ?? null}::bigint offset ${offset}`);
  return rows.map(({ contractorId, companyName, earned, adjusted, paid }) => ({
    contractorId,
    companyName,
    earnedCents: Number(earned),
    adjustedCents: Number(adjusted),
    paidCents: Number(paid),
  }));
}

interface Named extends Record<string, unknown> {
  contractorId: number;
  companyName: string;
}

/** The count and sums of all matching contractors, in cents. */
export interface YearSums {
  total: number;
  /** How many of them reach the year's threshold. */
  reportable: number;
  earnedCents: number;
  adjustedCents: number;
  paidCents: number;
}

export async function sumYearTotals(db: Database, filter: YearFilter): Promise<YearSums> {
  const { rows } = await db.execute<Record<string, string>>(sql`
    select count(*) total, coalesce(sum(earned), 0) earned, coalesce(sum(adjusted), 0) adjusted,
      coalesce(sum(paid), 0) paid,
      count(*) filter (where paid >= ${toCents(filingThreshold(filter.year))}) reportable
    from (${yearTable(filter)}) totals`);
  const of = (name: string): number => Number(rows[0]?.[name] ?? 0);
  return {
    total: of('total'),
    reportable: of('reportable'),
    earnedCents: of('earned'),
    adjustedCents: of('adjusted'),
    paidCents: of('paid'),
  };
}
