import { dayMs } from '@lintel/contract/core/durations';
import { mapValues } from '@lintel/contract/core/map-values';
import { stages } from '@lintel/contract/applications/stages';
import type {
  countApplicationStages,
  GraphUnit,
  StageCounts,
  graphApplications,
  readAnalytics,
} from '@lintel/contract/applications/graphs';
import type { ResponseBody, RequestPart } from '@lintel/contract/core/endpoint';
import type { Context } from '../../../platform/context.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { dayIn } from '../../../platform/days.ts';
import { countByEvent, countStages, selectGraphs, selectPageNames } from './graphs-repository.ts';
import { firstStarted, type ReportFilter } from './report-repository.ts';
import { readFilter } from './report.ts';
import { readContractorZone } from '../../contractors/index.ts';

/** Days as `yyyy-mm-dd`, both inclusive. */
export interface Days {
  from: string;
  to: string;
}

const plus = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/**
 * The finest unit for a readable graph: days up to 31 days, weeks up to half a year, then months.
 */
export function unitFor({ from, to }: Days): GraphUnit {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (days <= 31) return 'day';
  return days <= 183 ? 'week' : 'month';
}

function firstDay(day: string, unit: GraphUnit): string {
  if (unit === 'day') return day;
  return unit === 'week' ? plus(day, -new Date(day).getUTCDay()) : `${day.slice(0, 7)}-01`;
}

const nextDay = (day: string, unit: GraphUnit): string =>
  unit === 'month' ? firstDay(plus(day, 31), 'month') : plus(day, unit === 'week' ? 7 : 1);

const noCounts: StageCounts = {
  started: 0,
  submitted: 0,
  offers: 0,
  approved: 0,
  funded: 0,
};

/** First day of each period in this range, plus the day after the last one. */
export function listPeriods(days: Days, unit: GraphUnit): string[] {
  const first: string[] = [];
  let day = firstDay(days.from, unit);
  for (; day <= days.to; day = nextDay(day, unit)) first.push(day);
  return [...first, day];
}

type Graphs = ResponseBody<typeof graphApplications>;

/** Counts the contractor's applications by stage; empty for staff without a contractor. */
export async function readGraphs(
  context: Context,
  caller: Caller,
  query: RequestPart<typeof graphApplications, 'query'>,
): Promise<Graphs> {
  const filter = await readFilter(context, caller, query);
  if (filter === null)
    return { unit: 'day', totals: noCounts, periods: [], pages: [], sources: [] };
  const days = await resolveDays(context, filter);
  const unit = unitFor(days);
  const periods = listPeriods(days, unit);
  const rows = await selectGraphs(context.db, filter, periods);
  const pageIds = rows.flatMap(({ pageId }) => (pageId === null ? [] : [pageId]));
  const names = await selectPageNames(context.db, pageIds);
  const counted = new Map(
    rows.flatMap((row) => (row.period === null ? [] : [[row.period, pickCounts(row)] as const])),
  );
  return {
    unit,
    totals: pickCounts(rows.find(({ grouping }) => grouping === 'total') ?? noCounts),
    periods:
      counted.size === 0
        ? []
        : periods.slice(0, -1).map((from) => ({ ...(counted.get(from) ?? noCounts), from })),
    pages: rows.flatMap((row) =>
      row.pageId === null
        ? []
        : [{ pageId: row.pageId, pageName: names.get(row.pageId) ?? '', ...pickCounts(row) }],
    ),
    sources: rows.flatMap((row) =>
      row.source === null ? [] : [{ source: row.source, ...pickCounts(row) }],
    ),
  };
}

export async function readStages(
  context: Context,
  caller: Caller,
  query: RequestPart<typeof countApplicationStages, 'query'>,
): Promise<ResponseBody<typeof countApplicationStages>> {
  const filter = await readFilter(context, caller, query);
  const none = mapValues(stages, () => 0);
  if (filter === null) return { total: 0, stages: none };
  const counted = await countStages(context.db, filter);
  const total = Object.values(counted).reduce((sum, count) => sum + count, 0);
  return { total, stages: counted };
}

const pickCounts = ({
  started,
  submitted,
  offers,
  approved,
  funded,
}: StageCounts): StageCounts => ({
  started,
  submitted,
  offers,
  approved,
  funded,
});

/**
 * The days of a report: an open start is the first application's day, an open end is today, and a
 * range that includes today ends today.
 */
export async function resolveDays({ db, clock }: Context, filter: ReportFilter): Promise<Days> {
  const { timeZone } = filter;
  const today = dayIn(clock.now(), timeZone);
  const { gte, lte } = filter.started;
  const to = lte === undefined || (lte > today && (gte ?? '') <= today) ? today : lte;
  if (gte !== undefined) return { from: gte, to };
  const first = await firstStarted(db, filter.contractorId);
  const from = first === null ? to : dayIn(first, timeZone);
  return { from: from > to ? to : from, to };
}

/** Counts for a contractor's dashboard. */
export async function readCounts(
  { db, config }: Context,
  contractorId: number,
  { lastEditDate }: RequestPart<typeof readAnalytics, 'query'>,
): Promise<ResponseBody<typeof readAnalytics>> {
  const scope = {
    contractorId,
    timeZone: await readContractorZone(db, contractorId, config.BUSINESS_TIME_ZONE),
  };
  return countByEvent(db, scope, { gte: lastEditDate.start, lte: lastEditDate.end });
}
