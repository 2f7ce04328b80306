/** Days are `yyyy-mm-dd`, months `yyyy-mm`, as a calendar on the wall of a time zone shows them. */

const formats = new Map<string, Intl.DateTimeFormat>();

/** The day at `instant` in `zone`. */
export function dayIn(instant: Date, zone: string): string {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone, ...parts });
  formats.set(zone, format);
  return format.format(instant);
}

/** The month of a day. */
export const monthOf = (day: string): string => day.slice(0, 7);

/** The first day of a month. */
export const firstDayOf = (month: string): string => `${month}-01`;

/**
 * The same day so many months later (or earlier), or the last day of a month that has no such day.
 */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last)))
    .toISOString()
    .slice(0, 10);
}

/** The last day of a month. */
export function lastDayOf(month: string): string {
  const next = Date.parse(addMonths(firstDayOf(month), 1));
  return new Date(next - 86_400_000).toISOString().slice(0, 10);
}
