/**
 * The arithmetic of invoices and estimates, the same in the browser and on the server. Everything
 * is an integer: money in cents, quantities in hundredths, the tax rate in hundredths of a percent.
 * Each item's total and the tax are rounded to the cent, half away from zero; the subtotal is the
 * sum of the rounded totals, so the column adds up for readers.
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
  /** Cents; negative for a reduction. */
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
 * `a * b / divisor`, rounded half away from zero. Uses BigInt because the product may exceed exact
 * numbers.
 */
export function share(a: number, b: number, divisor: bigint): number {
  const product = BigInt(a) * BigInt(b);
  const doubled = (product < 0n ? -product : product) * 2n + divisor;
  const rounded = Number(doubled / (divisor * 2n));
  return product < 0n ? -rounded : rounded;
}

/** Quantity times price, in cents. */
export const itemTotal = ({ quantity, unitPrice }: PricedItem): number =>
  share(quantity, unitPrice, 100n);

/** An item's total as displayed: without its sign. */
export const shownItemTotal = (item: PricedItem): number => Math.abs(itemTotal(item));

/** Subtotal, tax (rate times subtotal), and total (subtotal plus tax plus adjustments). */
export function computeTotals({ items, taxRate, adjustments }: Figures): Totals {
  const subtotal = items.reduce((sum, item) => sum + itemTotal(item), 0);
  const tax = share(subtotal, taxRate, 10_000n);
  return { subtotal, tax, adjustments, total: subtotal + tax + adjustments };
}
