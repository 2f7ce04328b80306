import { itemTotal, share, type PricedItem } from './quick/maths.ts';
import type { PartKind } from './constants.ts';

/**
 * The sums of saved documents, with the arithmetic of quick ones: integers, each amount rounded to
 * the cent, half away from zero. The discount applies to all items in proportion, so the taxable
 * items' share is deducted before tax.
 */

export interface DocumentItem extends PricedItem {
  isTaxable: boolean;
}

/** An amount in cents, or hundredths of a percent. */
export interface Part {
  kind: PartKind;
  value: number;
}

export interface DocumentFigures {
  items: readonly DocumentItem[];
  discount: Part;
  /** Thousandths of a percent: 8875 is 8.875%. */
  taxRate: number;
  deposit: Part;
}

/** All in cents. */
export interface DocumentSums {
  subtotal: number;
  /** A positive amount, at most the subtotal. */
  discount: number;
  /** The taxable amount. */
  taxable: number;
  tax: number;
  total: number;
  /** Due on acceptance, at most the total. */
  deposit: number;
}

const partAmount = ({ kind, value }: Part, whole: number): number =>
  Math.min(whole, kind === 'amount' ? value : share(whole, value, 10_000n));

const sumItems = (items: readonly DocumentItem[]): number =>
  items.reduce((sum, item) => sum + itemTotal(item), 0);

/** Subtotal, discount, tax on the taxable amount after the discount, total, and deposit. */
export function documentSums({
  items,
  discount: off,
  taxRate,
  deposit,
}: DocumentFigures): DocumentSums {
  const subtotal = sumItems(items);
  const discount = partAmount(off, subtotal);
  const taxed = sumItems(items.filter(({ isTaxable }) => isTaxable));
  const taxable = subtotal === 0 ? 0 : taxed - share(discount, taxed, BigInt(subtotal));
  const tax = share(taxable, taxRate, 100_000n);
  const total = subtotal - discount + tax;
  return { subtotal, discount, taxable, tax, total, deposit: partAmount(deposit, total) };
}
