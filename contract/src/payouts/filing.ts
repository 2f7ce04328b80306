/**
 * The total of a calendar year's payments from which the provider files a Form 1099-NEC, in
 * dollars, by the first year it applies to (26 U.S.C. 6041(a); $2,000 for payments after December
 * 31, 2025 by section 70433 of Public Law 119-21). For each year from 2027 on, the IRS publishes an
 * amount adjusted for inflation, which becomes another row.
 */
const filingThresholds = [
  { fromYear: 2000, amount: 600 },
  { fromYear: 2026, amount: 2000 },
] as const;

/** The threshold of a year, in dollars; payments of exactly this amount reach it. */
export const filingThreshold = (year: number): number =>
  (filingThresholds.findLast(({ fromYear }) => fromYear <= year) ?? filingThresholds[0]).amount;
