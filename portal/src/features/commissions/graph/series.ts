import type { MonthSums } from '@lintel/contract/commissions';
import { commissionLabels, type CommissionType } from '@lintel/contract/commissions-constants';

export interface Series {
  type: CommissionType;
  label: string;
  color: string;
  /** Of all months, in dollars. */
  total: number;
}

/** The types from the bottom of a bar to its top, each with the colour that it is drawn in. */
const drawn: readonly (readonly [CommissionType, string])[] = [
  ['loan', 'var(--bar-blue)'],
  ['credit_card', 'var(--bar-sky)'],
  ['heloc', 'var(--bar-amber)'],
  ['partner', 'var(--bar-green)'],
  ['referral', 'var(--bar-violet)'],
];

const sumOf = (months: readonly MonthSums[], type: CommissionType): number =>
  months.reduce((sum, { sums }) => sum + Math.round((sums[type] ?? 0) * 100), 0) / 100;

/** The types that occur, with their sums. */
export const typesIn = (months: readonly MonthSums[]): Series[] =>
  drawn
    .filter(([type]) => months.some(({ sums }) => sums[type] !== undefined))
    .map(([type, color]) => ({
      type,
      color,
      label: commissionLabels[type],
      total: sumOf(months, type),
    }));
