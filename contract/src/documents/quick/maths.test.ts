import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maxInvoiceItems } from './constants.ts';
import { formatCents } from '../../core/numbers.ts';
import { itemTotal, shownItemTotal, computeTotals, type PricedItem } from './maths.ts';

const largest = {
  quantity: 9_999_999,
  unitPrice: 99_999_999,
  taxRate: 99_999,
  adjustments: 99_999_999,
} as const;
const anItem = fc.record({
  quantity: fc.integer({ min: 1, max: largest.quantity }),
  unitPrice: fc.integer({ min: 1, max: largest.unitPrice }),
});
const figures = fc.record({
  items: fc.array(anItem, { maxLength: maxInvoiceItems }),
  taxRate: fc.integer({ min: 0, max: largest.taxRate }),
  adjustments: fc.integer({ min: -largest.adjustments, max: largest.adjustments }),
});

/**
 * Rounds half away from zero by a different method than the product's: whole part and remainder.
 */
function roundedShare(product: bigint, divisor: bigint): bigint {
  const [whole, rest] = [product / divisor, product % divisor];
  const away = (rest < 0n ? -rest : rest) * 2n >= divisor;
  return whole + (away ? (product < 0n ? -1n : 1n) : 0n);
}

describe('the arithmetic of invoices', () => {
  test('takes the tax rate percent of the subtotal as tax [ACC-514]', () => {
    const { subtotal, tax } = computeTotals({
      items: [{ quantity: 2400, unitPrice: 12_550 }],
      taxRate: 825,
      adjustments: 0,
    });
    expect([subtotal, tax]).toEqual([301_200, 24_849]);
    fc.assert(
      fc.property(figures, (some) => {
        const totals = computeTotals(some);
        expect(BigInt(totals.tax)).toBe(
          roundedShare(BigInt(totals.subtotal) * BigInt(some.taxRate), 10_000n),
        );
      }),
    );
  });

  test('adds subtotal, tax, and adjustments to the total, including negative adjustments [ACC-515]', () => {
    const items: PricedItem[] = [{ quantity: 100, unitPrice: 10_000 }];
    expect(computeTotals({ items, taxRate: 1000, adjustments: -2_550 }).total).toBe(8_450);
    expect(computeTotals({ items, taxRate: 0, adjustments: -20_000 }).total).toBe(-10_000);
    fc.assert(
      fc.property(figures, (some) => {
        const { subtotal, tax, total } = computeTotals(some);
        expect(total).toBe(subtotal + tax + some.adjustments);
        expect(subtotal).toBe(some.items.reduce((sum, item) => sum + itemTotal(item), 0));
      }),
    );
  });

  test('shows the totals of items without their sign [ACC-516]', () => {
    expect(shownItemTotal({ quantity: -150, unitPrice: 1000 })).toBe(1500);
    fc.assert(
      fc.property(
        fc.integer({ min: -9_999_999, max: 9_999_999 }),
        fc.integer({ min: -99_999_999, max: 99_999_999 }),
        (q, p) => {
          const shown = shownItemTotal({ quantity: q, unitPrice: p });
          expect(shown).toBeGreaterThanOrEqual(0);
          expect(shown).toBe(shownItemTotal({ quantity: -q, unitPrice: p }));
        },
      ),
    );
  });

  test('rounds each item to the cent, half away from zero', () => {
    expect(itemTotal({ quantity: 150, unitPrice: 33 })).toBe(50);
    expect(itemTotal({ quantity: -150, unitPrice: 33 })).toBe(-50);
    expect(itemTotal({ quantity: 149, unitPrice: 33 })).toBe(49);
    fc.assert(
      fc.property(anItem, ({ quantity, unitPrice }) => {
        expect(BigInt(itemTotal({ quantity, unitPrice }))).toBe(
          roundedShare(BigInt(quantity) * BigInt(unitPrice), 100n),
        );
      }),
    );
  });

  test('stays exact at the largest numbers that the form accepts', () => {
    const { items, ...others } = {
      items: Array.from({ length: maxInvoiceItems }, () => ({
        quantity: largest.quantity,
        unitPrice: largest.unitPrice,
      })),
      taxRate: largest.taxRate,
      adjustments: largest.adjustments,
    };
    const { subtotal, tax, total } = computeTotals({ items, ...others });
    for (const amount of [subtotal, tax, total]) expect(Number.isSafeInteger(amount)).toBe(true);
    expect(BigInt(tax)).toBe(roundedShare(BigInt(subtotal) * 99_999n, 10_000n));
  });

  test('never drifts: the order of items does not matter, and a thousand cents are ten dollars', () => {
    fc.assert(
      fc.property(figures, (some) => {
        expect(computeTotals({ ...some, items: some.items.toReversed() })).toEqual(
          computeTotals(some),
        );
      }),
    );
    const cents = Array.from({ length: 1000 }, () => ({ quantity: 10, unitPrice: 10 }));
    expect(formatCents(computeTotals({ items: cents, taxRate: 0, adjustments: 0 }).total)).toBe(
      '$10.00',
    );
  });
});
