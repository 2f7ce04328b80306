/** Money is integer cents everywhere except in the API; only this module converts. */
export const toDollars = (cents: number): number => cents / 100;

/**
 * Converts dollars with at most two decimals to cents; rounding only removes binary fraction
 * errors.
 */
export const toCents = (dollars: number): number => Math.round(dollars * 100);

const currency = { style: 'currency', currency: 'USD' } as const;
const exact = new Intl.NumberFormat('en-US', currency);
const whole = new Intl.NumberFormat('en-US', { ...currency, maximumFractionDigits: 0 });

/** Cents as dollar text: `$1,188.00`. */
export const dollarsText = (cents: number): string => exact.format(toDollars(cents));

/** Cents as whole dollars: `$1,188`. */
export const wholeDollarsText = (cents: number): string => whole.format(toDollars(cents));
