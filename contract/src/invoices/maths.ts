/**
 * The arithmetic of invoices and estimates, the same in the browser and on the server. Everything
 * is an integer: money in cents, quantities in hundredths, the tax rate in hundredths of a percent.
 * Each item's total and the tax are rounded to the cent, half away from zero; the subtotal is the
 * sum of the rounded totals, so that a reader who adds up the column gets the same.
 */

export interface PricedItem {
  /** Hundredths. */
  quantity: number;
  /** Cents. */
  unitPrice: number;
}

export interface Figures {
  items: readonly PricedItem[];
  /** Hundredths of a percent: 825 is 8.25%. */
  taxRate: number;
  /** Cents, negative for a reduction. */
  adjustments: number;
}

/** All in cents. */
export interface Totals {
  subtotal: number;
  tax: number;
  adjustments: number;
  total: number;
}

/**
 * `a * b / divisor`, rounded half away from zero. The product may exceed what a number holds
 * exactly, hence the big integers.
 */
export function share(a: number, b: number, divisor: bigint): number {
  const product = BigInt(a) * BigInt(b);
  const doubled = (product < 0n ? -product : product) * 2n + divisor;
  const rounded = Number(doubled / (divisor * 2n));
  return product < 0n ? -rounded : rounded;
}

/** Quantity times price in cents. */
export const itemTotal = ({ quantity, unitPrice }: PricedItem): number =>
  share(quantity, unitPrice, 100n);

/** An item's total as it is shown: without its sign. */
export const shownItemTotal = (item: PricedItem): number => Math.abs(itemTotal(item));

/** Subtotal, tax (rate times subtotal) and total (subtotal plus tax plus adjustments). */
export function totalsOf({ items, taxRate, adjustments }: Figures): Totals {
  const subtotal = items.reduce((sum, item) => sum + itemTotal(item), 0);
  const tax = share(subtotal, taxRate, 10_000n);
  return { subtotal, tax, adjustments, total: subtotal + tax + adjustments };
}

/** A typed number without `$`, `%`, thousands' commas and white space. */
export const bareNumber = (typed: string): string => typed.replace(/[$%,\s]/g, '');

const decimal = /^(-?)(\d*)(?:\.(\d{0,2})0*)?$/;

/**
 * A typed decimal as hundredths; null when it is none, or has more than two decimals. Takes `$` and
 * `%`, thousands' commas and spaces along: `-$1,200.50` is -120050.
 */
export function readHundredths(typed: string): number | null {
  const match = decimal.exec(bareNumber(typed));
  if (match === null) return null;
  const [, sign, whole = '', fraction = ''] = match;
  if (whole === '' && fraction === '') return null;
  const value = Number(whole + fraction.padEnd(2, '0'));
  return sign === '-' && value !== 0 ? -value : value;
}

const grouped = (whole: string): string => whole.replace(/\B(?=(\d{3})+$)/g, ',');

const decimals = (hundredths: number): string => {
  const digits = String(Math.abs(hundredths)).padStart(3, '0');
  return `${grouped(digits.slice(0, -2))}.${digits.slice(-2)}`;
};

/** Cents as `$1,234.50`, or `-$1,234.50`. */
export const formatCents = (cents: number): string => `${cents < 0 ? '-' : ''}$${decimals(cents)}`;

/** Hundredths as short as they can be: `2`, `1.5`, `12,000.25`. */
export const formatHundredths = (hundredths: number): string =>
  `${hundredths < 0 ? '-' : ''}${decimals(hundredths).replace(/\.?0+$/, '')}`;
