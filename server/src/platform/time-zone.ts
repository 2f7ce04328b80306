import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';

/** A range of days, `yyyy-mm-dd`, the end day inclusive; either end may be open. */
export interface DayRange {
  gte?: string | undefined;
  lte?: string | undefined;
}

/** `column` lies within the days as the clock on the wall of `zone` counts them. PostgreSQL knows the zone's history. */
export function withinDays(column: SQLWrapper, range: DayRange, zone: string): SQL[] {
  const conditions: SQL[] = [];
  if (range.gte) conditions.push(sql`${column} >= (${range.gte}::timestamp at time zone ${zone})`);
  if (range.lte) conditions.push(sql`${column} < ((${range.lte}::date + 1)::timestamp at time zone ${zone})`);
  return conditions;
}

const quarterMs = 900_000;

/** Tells the days of many instants, `yyyy-mm-dd` in `zone`. Clocks only ever change on a quarter of an hour, so one answer serves each quarter. */
export function dayFormat(zone: string): (instant: Date) => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const known = new Map<number, string>();
  return (instant) => {
    const quarter = Math.floor(instant.getTime() / quarterMs);
    const day = known.get(quarter) ?? format.format(instant);
    known.set(quarter, day);
    return day;
  };
}
