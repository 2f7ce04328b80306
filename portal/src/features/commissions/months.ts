import { queryOptions } from '@tanstack/react-query';
import type { commissionMonths, MonthSums } from '@lintel/contract/commissions/report';
import { call } from '../../lib/api/call.ts';
import { addMonths } from '../../lib/date-ranges.ts';

const getMonths = call<typeof commissionMonths>({
  method: 'GET',
  path: '/reports-commissions/months',
});

/** Commissions per month of the past two years, oldest first. */
export const monthsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['commission-months', userId],
    queryFn: ({ signal }) => getMonths({ query: { userId } }, { signal }),
  });

const formatMonth = (month: string, look: Intl.DateTimeFormatOptions): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-US', { timeZone: 'UTC', ...look });

/** Formats `2026-03` as `March 2026`. */
export const monthName = (month: string): string =>
  formatMonth(month, { month: 'long', year: 'numeric' });

/** The axis label of a month: `Mar`, with the year below each January. */
export const monthTick = (month: string): string =>
  formatMonth(month, { month: 'short', year: '2-digit' }).replace(' ', " '");

/**
 * The last `count` months up to the current one, oldest first, including months without
 * commissions.
 */
export function lastMonths(
  recorded: readonly MonthSums[],
  today: string,
  count: number,
): MonthSums[] {
  const first = `${today.slice(0, 7)}-01`;
  return Array.from({ length: count }, (_none, index) => {
    const month = addMonths(first, index + 1 - count).slice(0, 7);
    return recorded.find((one) => one.month === month) ?? { month, sums: {}, total: 0 };
  });
}
