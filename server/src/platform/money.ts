/** Money is integer cents everywhere but on the wire; this is the one place that converts. */
export const toDollars = (cents: number): number => cents / 100;

/**
 * Dollars with at most two decimals to cents; the rounding only takes off what binary fractions
 * add.
 */
export const toCents = (dollars: number): number => Math.round(dollars * 100);

const currency = { style: 'currency', currency: 'USD' } as const;
const exact = new Intl.NumberFormat('en-US', currency);
const whole = new Intl.NumberFormat('en-US', { ...currency, maximumFractionDigits: 0 });

/** Cents as people read dollars: `$1,188.00`. */
export const dollarsText = (cents: number): string => exact.format(toDollars(cents));

/** The same in whole dollars: `$1,188`. */
export const wholeDollarsText = (cents: number): string => whole.format(toDollars(cents));
