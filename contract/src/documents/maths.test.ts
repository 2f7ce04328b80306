import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maxInvoiceItems } from './quick/constants.ts';
import { itemTotal, computeTotals } from './quick/maths.ts';
import { documentSums, type DocumentFigures } from './maths.ts';

const anItem = fc.record({
  quantity: fc.integer({ min: 1, max: 9_999_999 }),
  unitPrice: fc.integer({ min: 0, max: 99_999_999 }),
  isTaxable: fc.boolean(),
});
const aPart = fc.oneof(
  fc.record({
    kind: fc.constant('amount' as const),
    value: fc.integer({ min: 0, max: 99_999_999 }),
  }),
  fc.record({ kind: fc.constant('percent' as const), value: fc.integer({ min: 0, max: 10_000 }) }),
);
const figures: fc.Arbitrary<DocumentFigures> = fc.record({
  items: fc.array(anItem, { maxLength: maxInvoiceItems }),
  discount: aPart,
  taxRate: fc.integer({ min: 0, max: 999_999 }),
  deposit: aPart,
});
const holds = (property: (some: DocumentFigures) => void): void =>
  fc.assert(fc.property(figures, property));

describe('the sums of a document', () => {
  test('add up: subtotal minus discount plus tax is the total, each in whole cents', () =>
    holds((some) => {
      const sums = documentSums(some);
      expect(sums.total).toBe(sums.subtotal - sums.discount + sums.tax);
      expect(sums.subtotal).toBe(some.items.reduce((sum, item) => sum + itemTotal(item), 0));
      for (const amount of Object.values(sums)) {
        expect(Number.isSafeInteger(amount)).toBe(true);
        expect(amount).toBeGreaterThanOrEqual(0);
      }
    }));

  test('the discount never exceeds the subtotal, and the deposit never exceeds the total', () =>
    holds((some) => {
      const { subtotal, discount, taxable, deposit, total } = documentSums(some);
      expect(discount).toBeLessThanOrEqual(subtotal);
      expect(deposit).toBeLessThanOrEqual(total);
      const taxed = some.items
        .filter(({ isTaxable }) => isTaxable)
        .reduce((sum, item) => sum + itemTotal(item), 0);
      expect(taxable).toBeLessThanOrEqual(taxed);
      // The taxable items' share of the discount, within half a cent.
      if (subtotal > 0) {
        const share = (BigInt(discount) * BigInt(taxed) * 2n) / BigInt(subtotal);
        const lost = BigInt(taxed - taxable) * 2n;
        expect(lost - share <= 1n && share - lost <= 1n).toBe(true);
      }
    }));

  test('tax everything after the discount where all is taxable, and nothing where nothing is', () =>
    holds((some) => {
      const all = (isTaxable: boolean) =>
        documentSums({ ...some, items: some.items.map((item) => ({ ...item, isTaxable })) });
      const taxed = all(true);
      expect(taxed.taxable).toBe(taxed.subtotal - taxed.discount);
      expect(all(false)).toMatchObject({ taxable: 0, tax: 0 });
    }));

  test('match a quick document’s without discount and deposit', () =>
    holds(({ items, taxRate: most }) => {
      const taxRate = Math.floor(most / 10);
      const none = { kind: 'amount', value: 0 } as const;
      const taxed = items.map((item) => ({ ...item, isTaxable: true }));
      const { subtotal, tax, total } = documentSums({
        items: taxed,
        taxRate: taxRate * 10,
        discount: none,
        deposit: none,
      });
      expect({ subtotal, tax, total, adjustments: 0 }).toEqual(
        computeTotals({ items, taxRate, adjustments: 0 }),
      );
    }));

  test('don’t depend on the order of the items', () =>
    holds((some) => {
      expect(documentSums({ ...some, items: some.items.toReversed() })).toEqual(documentSums(some));
    }));

  test('round half a cent away from zero', () => {
    const of = (discount: number, taxRate: number) =>
      documentSums({
        items: [
          { quantity: 100, unitPrice: 1001, isTaxable: true },
          { quantity: 100, unitPrice: 0, isTaxable: true },
        ],
        discount: { kind: 'percent', value: discount },
        taxRate,
        deposit: { kind: 'percent', value: 5000 },
      });
    // Half of 10.01 is 5.005.
    expect(of(5000, 0)).toMatchObject({ discount: 501, total: 500, deposit: 250 });
    // 5% of 10.01 is 0.5005.
    expect(of(0, 5000)).toMatchObject({ tax: 50, total: 1051, deposit: 526 });
    expect(of(10_000, 8250)).toMatchObject({ taxable: 0, tax: 0, total: 0, deposit: 0 });
  });

  test('accept three decimals in a tax rate: 8.875% of $8,000.00 is $710.00', () => {
    const none = { kind: 'amount', value: 0 } as const;
    const items = [{ quantity: 100, unitPrice: 800_000, isTaxable: true }];
    const at = (taxRate: number) => documentSums({ items, taxRate, discount: none, deposit: none });
    expect(at(8_875)).toMatchObject({ tax: 71_000, total: 871_000 });
    expect(at(6_625)).toMatchObject({ tax: 53_000, total: 853_000 });
  });
});
