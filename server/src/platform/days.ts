import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { dayIn } from '@lintel/contract/core/days';
import { locales, type Language } from '@lintel/contract/core/language';

/** Days are `yyyy-mm-dd`, months `yyyy-mm`, in a time zone's local time. */

export { dayIn };

/** A day in forms and tables: `03/05/2026`. */
export const usDay = (day: string): string => day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1');

/** The day at `instant` in a sentence: `March 5, 2026`, or `5 de marzo de 2026`. */
export const dayText = (instant: Date, timeZone: string, language: Language = 'en'): string =>
  instant.toLocaleDateString(locales[language], {
    timeZone,
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  });

/** The minute at `instant` in a sentence: `March 5, 2026 at 1:00 PM EST`. */
export const momentText = (instant: Date, timeZone: string, language: Language = 'en'): string =>
  instant.toLocaleString(locales[language], {
    timeZone,
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });

/** A month, or that of a day, in a sentence: `March 2026`. */
export const monthText = (month: string): string =>
  new Date(month).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The month of a day. */
export const toMonth = (day: string): string => day.slice(0, 7);

/** The first day of a month. */
export const firstDayOfMonth = (month: string): string => `${month}-01`;

/** The same day `months` later (or earlier), or the month's last day when it is shorter. */
export function addMonths(day: string, months: number): string {
  const [year = NaN, month = NaN, date = NaN] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last)))
    .toISOString()
    .slice(0, 10);
}

/** The last day of a month. */
export function lastDayOfMonth(month: string): string {
  const next = Date.parse(addMonths(firstDayOfMonth(month), 1));
  return new Date(next - 86_400_000).toISOString().slice(0, 10);
}

/** A range of `yyyy-mm-dd` days, the end day inclusive; either end may be open. */
export interface DayRange {
  gte?: string | undefined;
  lte?: string | undefined;
}

/**
 * `column` falls within the days in the local time of `zone`. PostgreSQL knows the zone's history.
 */
export function withinDays(column: SQLWrapper, range: DayRange, zone: string): SQL[] {
  const conditions: SQL[] = [];
  if (range.gte) conditions.push(sql`${column} >= (${range.gte}::timestamp at time zone ${zone})`);
  if (range.lte)
    conditions.push(sql`${column} < ((${range.lte}::date + 1)::timestamp at time zone ${zone})`);
  return conditions;
}

/** The instant of a wall time, such as `23:59:59`, on a day in a zone. */
export function instantAt(day: string, time: string, timeZone: string): Date {
  const wall = Date.parse(`${day}T${time}Z`);
  const offset = (instant: number): number => {
    const shown = new Date(instant).toLocaleString('sv-SE', { timeZone });
    return Date.parse(`${shown.replace(' ', 'T')}Z`) - instant;
  };
  const first = wall - offset(wall);
  // Once more, because the clocks may change between the two.
  return new Date(wall - offset(first));
}
