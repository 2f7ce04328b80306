/** Money is integer cents everywhere but on the wire; this is the one place that converts. */
export const toDollars = (cents: number): number => cents / 100;

/**
 * Dollars with at most two decimals to cents; the rounding only takes off what binary fractions
 * add.
 */
export const toCents = (dollars: number): number => Math.round(dollars * 100);
