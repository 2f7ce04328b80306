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
