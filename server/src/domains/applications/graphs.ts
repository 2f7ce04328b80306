import type {
  graphApplications,
  readAnalytics,
  StageCounts,
} from '@lintel/contract/applications/graphs';
import type { Answered, Received } from '@lintel/contract/core/endpoint';
import type { Caller } from '../../platform/http/caller.ts';
import { dayIn } from '../../platform/days.ts';
import { noCounts, unitFor, withoutGaps, type Days } from './graph-periods.ts';
import { countByEvent, selectGraphs, selectPageNames } from './graphs-repository.ts';
import type { ReportFilter } from './report-filter.ts';
import { firstStarted } from './report-repository.ts';
import { filterOf, type ReportDeps } from './report.ts';

type Graphs = Answered<typeof graphApplications>;

/**
 * How many of the contractor's applications came how far; nothing for staff who look at no
 * contractor.
 */
export async function readGraphs(
  deps: ReportDeps,
  caller: Caller,
  query: Received<typeof graphApplications, 'query'>,
): Promise<Graphs> {
  const filter = await filterOf(deps, caller, query);
  if (filter === null)
    return { unit: 'day', totals: noCounts, periods: [], pages: [], sources: [] };
  const days = await daysOf(deps, filter);
  const unit = unitFor(days);
  const rows = await selectGraphs(deps.db, filter, unit);
  const pageIds = rows.flatMap(({ pageId }) => (pageId === null ? [] : [pageId]));
  const names = await selectPageNames(deps.db, pageIds);
  const counted = new Map(
    rows.flatMap((row) => (row.period === null ? [] : [[row.period, countsOf(row)] as const])),
  );
  return {
    unit,
    totals: countsOf(rows.find(({ grouping }) => grouping === 'total') ?? noCounts),
    periods: counted.size === 0 ? [] : withoutGaps(counted, days, unit),
    pages: rows.flatMap((row) =>
      row.pageId === null
        ? []
        : [{ pageId: row.pageId, pageName: names.get(row.pageId) ?? '', ...countsOf(row) }],
    ),
    sources: rows.flatMap((row) =>
      row.source === null ? [] : [{ source: row.source, ...countsOf(row) }],
    ),
  };
}

const countsOf = ({ started, submitted, offers, approved, funded }: StageCounts): StageCounts => ({
  started,
  submitted,
  offers,
  approved,
  funded,
});

/**
 * The days that a report covers: an open start is the day of the first application, an open end is
 * today, and nothing lies ahead.
 */
export async function daysOf(
  { db, clock, timeZone }: ReportDeps,
  filter: ReportFilter,
): Promise<Days> {
  const today = dayIn(clock.now(), timeZone);
  const { gte, lte } = filter.started;
  const to = lte === undefined || (lte > today && (gte ?? '') <= today) ? today : lte;
  if (gte !== undefined) return { from: gte, to };
  const first = await firstStarted(db, filter.contractorId);
  const from = first === null ? to : dayIn(first, timeZone);
  return { from: from > to ? to : from, to };
}

/** What the dashboard tells of a contractor. */
export async function readCounts(
  { db, timeZone }: Omit<ReportDeps, 'clock'>,
  contractorId: number,
  { lastEditDate }: Received<typeof readAnalytics, 'query'>,
): Promise<Answered<typeof readAnalytics>> {
  return countByEvent(
    db,
    contractorId,
    { gte: lastEditDate.start, lte: lastEditDate.end },
    timeZone,
  );
}
