import * as m from '#messages';
import type { GraphUnit } from '@lintel/contract/applications/graphs';

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options });
const dayFormat = format({ month: 'short', day: 'numeric' });
const monthFormat = format({ month: 'short', year: 'numeric' });

/** The axis label of a period: `Mar 5`, or `Mar 2026` for a month. */
export const periodLabel = (from: string, unit: GraphUnit): string =>
  (unit === 'month' ? monthFormat : dayFormat).format(new Date(`${from}T00:00:00Z`));

export const unitWords: Record<GraphUnit, { each: string; column: string }> = {
  day: { each: m.applications_graphs_eachDay(), column: m.applications_graphs_day() },
  week: { each: m.applications_graphs_eachWeek(), column: m.applications_graphs_weekFrom() },
  month: { each: m.applications_graphs_eachMonth(), column: m.common_month() },
};

/** The top of a count axis, chosen so that its four steps are round whole numbers. */
export function axisMaximum(max: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, max / 4)));
  const step = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]
    .map((factor) => factor * power)
    .find((one) => Number.isInteger(one) && one * 4 >= max);
  return (step ?? 1) * 4;
}

/**
 * Places end labels, in pixels from the top, as close to their lines as possible without overlaps.
 * `wanted` needs no order; the result keeps it.
 */
export function spreadPositions(
  positions: readonly number[],
  gap: number,
  bottom: number,
): number[] {
  const order = positions
    .map((place, index) => ({ place, index }))
    .toSorted((one, other) => one.place - other.place);
  for (const [rank, one] of order.entries()) {
    const above = order[rank - 1];
    if (above !== undefined) one.place = Math.max(one.place, above.place + gap);
  }
  for (let rank = order.length - 1; rank >= 0; rank -= 1) {
    const limit = rank === order.length - 1 ? bottom : (order[rank + 1]?.place ?? bottom) - gap;
    const one = order[rank];
    if (one !== undefined) one.place = Math.min(one.place, limit);
  }
  const places = Array.from(positions);
  for (const { place, index } of order) places[index] = place;
  return places;
}
