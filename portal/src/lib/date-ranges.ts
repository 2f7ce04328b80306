import * as m from '#messages';
import { dayMs } from '@lintel/contract/core/durations';
import { shownTimeZone } from './time-zone.ts';

/** Days as `yyyy-mm-dd`, with an inclusive end; null is an open side. */
export interface DateRange {
  from: string | null;
  to: string | null;
}

export const rangeLabels = {
  all: m.common_dates_allTime(),
  'last-year': m.common_dates_lastYear(),
  'this-year': m.common_dates_thisYear(),
  'last-365': m.common_dates_last365Days(),
  'last-30': m.common_dates_last30Days(),
  'last-7': m.common_dates_last7Days(),
  'last-month': m.common_dates_lastMonth(),
  'last-week': m.common_dates_lastWeek(),
  yesterday: m.common_dates_yesterday(),
  today: m.common_today(),
  custom: m.common_dates_custom(),
} as const;
export type RangeOption = keyof typeof rangeLabels;

const bare = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/**
 * The range in an address, by its key or its label in any spelling: `last-30`, `Last30Days`.
 * Undefined if there is no match.
 */
export function rangeNamed<Option extends RangeOption>(
  options: readonly Option[],
  name: unknown,
): Option | undefined {
  if (typeof name !== 'string') return undefined;
  return options.find((option) =>
    [option, rangeLabels[option]].some((one) => bare(one) === bare(name)),
  );
}

/** A day in an address, `yyyy-mm-dd` or `mm/dd/yyyy`; undefined if it isn't a calendar day. */
export function dayNamed(name: unknown): string | undefined {
  const day = String(name).replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, '$3-$1-$2');
  const isDay =
    /^\d{4}-\d{2}-\d{2}$/.test(day) &&
    !Number.isNaN(Date.parse(day)) &&
    toDay(Date.parse(day)) === day;
  return isDay ? day : undefined;
}

export const dayInZone = (now: Date, timeZone = shownTimeZone()): string =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(now);

const toDay = (time: number): string => new Date(time).toISOString().slice(0, 10);
/** Adds days; a negative number subtracts. */
export const addDays = (day: string, days: number): string => toDay(Date.parse(day) + days * dayMs);

/** The same day of another month, or that month's last day. */
export function addMonths(day: string, months: number): string {
  const from = new Date(day);
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return toDay(Date.UTC(year, month, Math.min(from.getUTCDate(), last)));
}

/** Days since the last Sunday, the first day of a week. */
const sinceSunday = (day: string): number => new Date(day).getUTCDay();

const rangesFrom = (today: string): Record<RangeOption, () => DateRange> => {
  const year = Number(today.slice(0, 4));
  const monthStart = `${today.slice(0, 7)}-01`;
  const last = (days: number): DateRange => ({ from: addDays(today, 1 - days), to: today });
  return {
    all: () => ({ from: null, to: null }),
    'last-year': () => ({ from: `${year - 1}-01-01`, to: `${year - 1}-12-31` }),
    'this-year': () => ({ from: `${year}-01-01`, to: `${year}-12-31` }),
    'last-365': () => last(365),
    'last-30': () => last(30),
    'last-7': () => last(7),
    'last-month': () => ({ from: addMonths(monthStart, -1), to: addDays(monthStart, -1) }),
    'last-week': () => ({
      from: addDays(today, -sinceSunday(today) - 7),
      to: addDays(today, -sinceSunday(today) - 1),
    }),
    yesterday: () => ({ from: addDays(today, -1), to: addDays(today, -1) }),
    today: () => last(1),
    custom: () => ({ from: addMonths(today, -3), to: today }),
  };
};

/** The days of `option` at `now`; a custom range starts three months back. */
export const dateRange = (option: RangeOption, now: Date, timeZone = shownTimeZone()): DateRange =>
  rangesFrom(dayInZone(now, timeZone))[option]();
