import { eq, inArray, sql } from 'drizzle-orm';
import type { StageCounts } from '@lintel/contract/applications/graphs';
import type { Source } from '@lintel/contract/applications/constants';
import { stages, type Stage } from '@lintel/contract/applications/stages';
import { mapValues } from '@lintel/contract/core/map-values';
import type { Database } from '../../../platform/db/connect.ts';
import { withinDays, type DayRange } from '../../../platform/days.ts';
import { coBrandedPages } from '../../pages/tables.ts';
import { conditionsOf, stageConditions, type ReportFilter } from './report-repository.ts';
import { applications, offers } from '../tables.ts';

export interface GraphRow extends StageCounts {
  /** Which of the four groupings this row belongs to. */
  grouping: 'period' | 'page' | 'source' | 'total';
  /** First day of the point, `yyyy-mm-dd`. */
  period: string | null;
  pageId: number | null;
  source: Source | null;
}

const sum = (name: string) => sql`coalesce(sum(${sql.raw(name)}), 0)::int as ${sql.raw(name)}`;
const sums = sql.join(['started', 'submitted', 'offers', 'approved', 'funded'].map(sum), sql`, `);

/**
 * Counts by period, page, source, and in total. `periods` are the first days of all periods, plus
 * the day after the last one. Each period is a range of one covering index, which is about 3×
 * faster than computing the period of each application.
 */
export async function selectGraphs(
  db: Database,
  filter: ReportFilter,
  periods: readonly string[],
): Promise<GraphRow[]> {
  const { startedAt, completedAt, hasOffers, approvedAt, fundedAt } = applications;
  const days = `{${periods.join(',')}}`;
  const { rows } = await db.execute<GraphRow & Record<string, unknown>>(sql`
    with days as (
      select day as period, day::timestamp at time zone ${filter.timeZone} as begins, lead(day) over (order by day)::timestamp at time zone ${filter.timeZone} as ends
      from unnest(${days}::date[]) as day
    ), placed as materialized (
      select period, counted.* from days, lateral (
        select ${applications.pageId} as page_id, ${applications.source} as source, count(*) as started, count(${completedAt}) as submitted,
          count(*) filter (where ${hasOffers}) as offers, count(${approvedAt}) as approved, count(${fundedAt}) as funded
        from ${applications} where ${conditionsOf(filter)} and ${startedAt} >= begins and ${startedAt} < ends
        group by 1, 2
      ) counted where ends is not null
    )
    select
      case grouping(period, page_id, source) when 3 then 'period' when 5 then 'page' when 6 then 'source' else 'total' end as grouping,
      period::text, page_id as "pageId", source, ${sums}
    from placed group by grouping sets ((period), (page_id), (source), ())
    order by 1, 2, 3, 4`);
  return rows;
}

/**
 * Counts applications at each stage in one pass over a covering index, about 2× faster than
 * grouping.
 */
export async function countStages(
  db: Database,
  filter: ReportFilter,
): Promise<Record<Stage, number>> {
  const counts = mapValues(stages, (_title, stage) =>
    sql<number>`count(*) filter (where ${stageConditions[stage]})`.mapWith(Number),
  );
  const [counted] = await db.select(counts).from(applications).where(conditionsOf(filter));
  return counted ?? mapValues(stages, () => 0);
}

/** Counts applications sent, offers received, and offers funded within these days. */
export async function countByEvent(
  db: Database,
  contractorId: number,
  days: DayRange,
  timeZone: string,
) {
  const within = (column: Parameters<typeof withinDays>[0]) =>
    sql.join([sql`${column} is not null`, ...withinDays(column, days, timeZone)], sql` and `);
  const { rows } = await db.execute<{
    submittedApplications: number;
    receivedOffers: number;
    fundingOffers: number;
  }>(sql`
    select
      (select count(*)::int from ${applications} where ${eq(applications.contractorId, contractorId)}
        and ${within(applications.completedAt)}) as "submittedApplications",
      (select count(*)::int from ${offers} where ${eq(offers.contractorId, contractorId)}
        and ${within(offers.receivedAt)}) as "receivedOffers",
      (select count(*)::int from ${offers} where ${eq(offers.contractorId, contractorId)}
        and ${within(offers.fundedAt)}) as "fundingOffers"`);
  return rows[0] ?? { submittedApplications: 0, receivedOffers: 0, fundingOffers: 0 };
}

/** Page names, including inactive pages. */
export async function selectPageNames(
  db: Database,
  pageIds: number[],
): Promise<Map<number, string>> {
  if (pageIds.length === 0) return new Map();
  const { id, pageName } = coBrandedPages;
  const rows = await db.select({ id, pageName }).from(coBrandedPages).where(inArray(id, pageIds));
  return new Map(rows.map((row) => [row.id, row.pageName]));
}
