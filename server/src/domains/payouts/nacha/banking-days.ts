const dayMs = 86_400_000;
const at = (day: string): Date => new Date(`${day}T00:00:00Z`);
const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
const next = (day: string, by = 1): string => dayOf(new Date(at(day).getTime() + by * dayMs));

/** The `which`-th weekday (0 is Sunday) of a month, 1 to 12; the last one for -1. */
function weekdayOf(year: number, month: number, weekday: number, which: number): string {
  if (which === -1) {
    const last = new Date(Date.UTC(year, month, 0));
    return next(dayOf(last), -((last.getUTCDay() - weekday + 7) % 7));
  }
  const first = new Date(Date.UTC(year, month - 1, 1));
  return next(dayOf(first), ((weekday - first.getUTCDay() + 7) % 7) + (which - 1) * 7);
}

/**
 * A holiday that falls on a Sunday is kept on Monday; one on a Saturday is not kept by the Federal
 * Reserve.
 */
const kept = (day: string): string => (at(day).getUTCDay() === 0 ? next(day) : day);

/** The days on which the Federal Reserve Banks are closed, besides weekends. */
export const federalHolidays = (year: number): string[] => [
  ...['01-01', '06-19', '07-04', '11-11', '12-25'].map((day) => kept(`${year}-${day}`)),
  weekdayOf(year, 1, 1, 3),
  weekdayOf(year, 2, 1, 3),
  weekdayOf(year, 5, 1, -1),
  weekdayOf(year, 9, 1, 1),
  weekdayOf(year, 10, 1, 2),
  weekdayOf(year, 11, 4, 4),
];

const isBankingDay = (day: string): boolean =>
  ![0, 6].includes(at(day).getUTCDay()) && !federalHolidays(Number(day.slice(0, 4))).includes(day);

/** The first banking day after `day`, `yyyy-mm-dd`. */
export function bankingDayAfter(day: string): string {
  let found = next(day);
  while (!isBankingDay(found)) found = next(found);
  return found;
}
