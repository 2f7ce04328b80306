import { dayIn } from '@lintel/contract/core/days';
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';

/** A range of days, `yyyy-mm-dd`, the end day inclusive; either end may be open. */
export interface DayRange {
  gte?: string | undefined;
  lte?: string | undefined;
}

/**
 * `column` lies within the days as the clock on the wall of `zone` counts them. PostgreSQL knows
 * the zone's history.
 */
export function withinDays(column: SQLWrapper, range: DayRange, zone: string): SQL[] {
  const conditions: SQL[] = [];
  if (range.gte) conditions.push(sql`${column} >= (${range.gte}::timestamp at time zone ${zone})`);
  if (range.lte)
    conditions.push(sql`${column} < ((${range.lte}::date + 1)::timestamp at time zone ${zone})`);
  return conditions;
}

const hourMs = 3_600_000;

/**
 * Tells the days of many instants, `yyyy-mm-dd` in `zone`. The calendar is asked once for each
 * hour, and for every instant of an hour in which a day begins.
 */
export function dayFormat(zone: string): (instant: Date) => string {
  const known = new Map<number, string | null>();
  const ofHour = (hour: number): string | null => {
    const first = dayIn(new Date(hour * hourMs), zone);
    return first === dayIn(new Date((hour + 1) * hourMs - 1), zone) ? first : null;
  };
  return (instant) => {
    const hour = Math.floor(instant.getTime() / hourMs);
    let day = known.get(hour);
    if (day === undefined) known.set(hour, (day = ofHour(hour)));
    return day ?? dayIn(instant, zone);
  };
}
