import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../platform/db/connect.ts';
import type { DayRange } from '../../../platform/days.ts';
import { applications } from '../tables.ts';
import { eventColumns, isOn, stageColumns, type Whose } from './recount.ts';
import { countedContractors, countMarks, eventCounts, startedCounts } from './tables.ts';

/** Whether all days of a contractor are counted, as the clock of this zone tells days. */
export const isCounted = ({ contractorId, timeZone }: Whose): SQL => sql`exists (
  select from ${countedContractors} where contractor_id = ${contractorId} and time_zone = ${timeZone})`;

const within = (range: DayRange): SQL =>
  sql`${range.gte ? sql` and day >= ${range.gte}::date` : sql``}${range.lte ? sql` and day <= ${range.lte}::date` : sql``}`;

/** The days that were marked since they were counted: they are counted here and now. */
const markedDays = (
  { contractorId, timeZone }: Whose,
  kind: 'started' | 'event',
  range: DayRange,
): SQL => sql`
  select day from (
    select distinct (at at time zone ${timeZone})::date as day from ${countMarks} where contractor_id = ${contractorId} and kind = ${kind}
  ) marked where true${within(range)}`;

/**
 * The rows that graphs are made of: what is kept of each day, and what is counted of those that were
 * marked. To be put into one statement with `isCounted`, so that all is of one moment.
 */
export const startedDays = (whose: Whose, range: DayRange, pageId: number | undefined): SQL => sql`
  days as materialized (${markedDays(whose, 'started', range)}
  ), picked as (
    select day, page_id, source, started, submitted, offers, approved, funded from ${startedCounts}
    where contractor_id = ${whose.contractorId}${within(range)}${pageId === undefined ? sql`` : sql` and page_id = ${pageId}`}
      and day not in (select day from days)
    union all
    select days.day, a.page_id, a.source, ${stageColumns}
    from days join ${applications} a on a.contractor_id = ${whose.contractorId} and ${isOn(sql`a.started_at`, sql`days.day`, whose)}
    ${pageId === undefined ? sql`` : sql`where a.page_id = ${pageId}`} group by 1, 2, 3
  )`;

interface Events {
  submittedApplications: number;
  receivedOffers: number;
  fundingOffers: number;
}

/** What happened within these days, by the kept numbers; null where there are none. */
export async function countedEvents(
  db: Database,
  whose: Whose,
  range: DayRange,
): Promise<Events | null> {
  const { rows } = await db.execute<{ kept: boolean } & Record<keyof Events, number>>(sql`
    with days as materialized (${markedDays(whose, 'event', range)}
    ), picked as (
      select sent, received, funded from ${eventCounts}
      where contractor_id = ${whose.contractorId}${within(range)} and day not in (select day from days)
      union all select ${eventColumns(whose)} from days
    )
    select ${isCounted(whose)} as kept, coalesce(sum(sent), 0)::int as "submittedApplications",
      coalesce(sum(received), 0)::int as "receivedOffers", coalesce(sum(funded), 0)::int as "fundingOffers" from picked`);
  const [row] = rows;
  if (row?.kept !== true) return null;
  const { submittedApplications, receivedOffers, fundingOffers } = row;
  return { submittedApplications, receivedOffers, fundingOffers };
}

/** Whether the kept numbers are worth asking for. */
export async function hasCounts(db: Database, whose: Whose): Promise<boolean> {
  const { rows } = await db.execute<{ kept: boolean }>(sql`select ${isCounted(whose)} as kept`);
  return rows[0]?.kept === true;
}
