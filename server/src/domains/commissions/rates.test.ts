import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commissionRates, defaultCommissionRates } from '@lintel/contract/commissions/rates';
import { ratesOn, shareLeft, computeShare } from './rates.ts';

const cents = fc.integer({ min: 0, max: 1_000_000_000 });
/** Hundredths of a percent. */
const basisPoints = fc.integer({ min: 0, max: 10_000 });

test('a share is the exact percentage, rounded to whole cents by at most half a cent', () => {
  fc.assert(
    fc.property(cents, basisPoints, (amount, points) => {
      const share = computeShare(amount, points / 100);
      expect(Number.isSafeInteger(share)).toBe(true);
      const difference = BigInt(share) * 10_000n - BigInt(amount) * BigInt(points);
      expect(difference > -5000n && difference <= 5000n).toBe(true);
    }),
  );
});

test('a larger amount never has a smaller share, and no share exceeds its amount', () => {
  fc.assert(
    fc.property(cents, cents, basisPoints, (one, other, points) => {
      const [small, large] = one < other ? [one, other] : [other, one];
      expect(computeShare(small, points / 100)).toBeLessThanOrEqual(
        computeShare(large, points / 100),
      );
      expect(computeShare(large, points / 100)).toBeLessThanOrEqual(large);
    }),
  );
});

test('the rest of a share starts whole, ends at zero, and never grows', () => {
  fc.assert(
    fc.property(
      cents,
      fc.integer({ min: 1, max: 1_000_000_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (share, whole, part) => {
        const left = Math.floor(whole * part);
        expect(shareLeft(share, 0, whole)).toBe(0);
        expect(shareLeft(share, whole, whole)).toBe(share);
        expect(shareLeft(share, left, whole)).toBeLessThanOrEqual(share);
        expect(shareLeft(share, left, whole)).toBeGreaterThanOrEqual(0);
      },
    ),
  );
});

test.each([
  [100, 1, 1],
  [49, 1, 0],
  [50, 1, 1],
  [1_234_550, 1, 12_346],
  [9900, 10, 990],
  [9995, 10, 1000],
  [1_000_000, 1.25, 12_500],
  [333_333, 0.07, 233],
])('%d cents at %d%% are %d cents', (amount, percent, share) => {
  expect(computeShare(amount, percent)).toBe(share);
});

test('the latest rates on or before a day apply, and before all of them the first', () => {
  const rates = defaultCommissionRates[0]?.rates;
  const dated = commissionRates.parse([
    { from: '2026-07-01', rates: { ...rates, loan: 3 } },
    { from: '2026-01-01', rates: { ...rates, loan: 2 } },
  ]);
  const loans = ['2025-12-31', '2026-01-01', '2026-06-30', '2026-07-01', '2028-02-29'].map(
    (day) => ratesOn(dated, day).loan,
  );
  expect(loans).toEqual([2, 2, 2, 3, 3]);
});

test.each([
  ['no rates at all', []],
  ['the same day twice', [defaultCommissionRates[0], defaultCommissionRates[0]]],
  [
    'a negative rate',
    [{ from: '2026-01-01', rates: { ...defaultCommissionRates[0]?.rates, loan: -1 } }],
  ],
  [
    'a rate of a thousandth of a percent',
    [{ from: '2026-01-01', rates: { ...defaultCommissionRates[0]?.rates, loan: 1.005 } }],
  ],
  ['a missing rate', [{ from: '2026-01-01', rates: { loan: 1 } }]],
  ['a nonexistent day', [{ from: '2026-02-29', rates: defaultCommissionRates[0]?.rates }]],
])('rejects rates with %s', (_what, value) => {
  expect(commissionRates.safeParse(value).success).toBe(false);
});
