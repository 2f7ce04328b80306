import type { GraphUnit, StageCounts } from '@lintel/contract/applications/graphs';

/** Days as `yyyy-mm-dd`, both inclusive. */
export interface Days {
  from: string;
  to: string;
}

const dayMs = 86_400_000;
const plus = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/**
 * The finest unit that leaves a graph readable: at most 31 days, at most half a year of weeks, else
 * months.
 */
export function unitFor({ from, to }: Days): GraphUnit {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (days <= 31) return 'day';
  return days <= 183 ? 'week' : 'month';
}

/** The first day of the unit in which `day` lies. */
function firstDay(day: string, unit: GraphUnit): string {
  if (unit === 'day') return day;
  return unit === 'week' ? plus(day, -new Date(day).getUTCDay()) : `${day.slice(0, 7)}-01`;
}

const nextDay = (day: string, unit: GraphUnit): string =>
  unit === 'month' ? firstDay(plus(day, 31), 'month') : plus(day, unit === 'week' ? 7 : 1);

export const noCounts: StageCounts = {
  started: 0,
  submitted: 0,
  offers: 0,
  approved: 0,
  funded: 0,
};

/** Every period of these days in its order, with nothing where nothing was counted. */
export function withoutGaps(
  counted: ReadonlyMap<string, StageCounts>,
  days: Days,
  unit: GraphUnit,
): (StageCounts & { from: string })[] {
  const periods: (StageCounts & { from: string })[] = [];
  for (let from = firstDay(days.from, unit); from <= days.to; from = nextDay(from, unit)) {
    periods.push({ ...(counted.get(from) ?? noCounts), from });
  }
  return periods;
}
