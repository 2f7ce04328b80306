import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  defaultRates,
  estimateLoan,
  loanAmount,
  loanTerms,
  monthlyPayment,
  startBand,
  startTerm,
} from './calculator.ts';

const loan = {
  principal: fc.integer({ min: loanAmount.min * 100, max: loanAmount.max * 100 }),
  rate: fc.integer({ min: 0, max: 3600 }).map((points) => points / 100),
  months: fc.constantFrom(...loanTerms),
};

/** The payment in cents as an exact fraction of integers: P·r·(1+r)^n / ((1+r)^n − 1). */
function exactPayment(
  principal: number,
  rate: number,
  months: number,
): { whole: bigint; isTie: boolean } {
  const [points, unit] = [BigInt(Math.round(rate * 100)), 120_000n];
  const grown = (unit + points) ** BigInt(months);
  const flat = unit ** BigInt(months);
  const [over, under] =
    points === 0n
      ? [BigInt(principal), BigInt(months)]
      : [BigInt(principal) * points * grown, unit * (grown - flat)];
  return {
    whole: (2n * over + under) / (2n * under),
    isTie: (2n * over + under) % (2n * under) === 0n,
  };
}

test('the payment follows the closed formula, rounded to the cent', () => {
  fc.assert(
    fc.property(loan.principal, loan.rate, loan.months, (principal, rate, months) => {
      const { whole, isTie } = exactPayment(principal, rate, months);
      fc.pre(!isTie);
      expect(monthlyPayment(principal, rate, months)).toBe(Number(whole));
    }),
    { numRuns: 500 },
  );
});

test('the payments of a loan repay it to the cent', () => {
  fc.assert(
    fc.property(loan.principal, loan.rate, loan.months, (principal, rate, months) => {
      const { payment, total, interest } = estimateLoan(principal, rate, months);
      expect(total).toBe(principal + interest);
      expect(Number.isInteger(total)).toBe(true);
      // The last payment absorbs the rounding: at most a cent a month, with interest.
      expect(Math.abs(total - payment * months)).toBeLessThanOrEqual(
        months * (1 + rate / 1200) ** months,
      );
    }),
  );
});

// Figures from published loan tables.
test.each([
  [1_000_000, 6, 60, 19_333],
  [1_000_000, 5, 36, 29_971],
  [2_000_000, 4, 60, 36_833],
  [2_500_000, 7, 60, 49_503],
  [20_000_000, 6, 360, 119_910],
  [500_000, 0, 36, 13_889],
])(
  '%i cents at %f percent over %i months cost %i cents a month',
  (principal, rate, months, payment) => {
    expect(monthlyPayment(principal, rate, months)).toBe(payment);
  },
);

test('a loan without interest costs the borrowed amount', () => {
  expect(estimateLoan(500_000, 0, 36)).toEqual({ payment: 13_889, total: 500_000, interest: 0 });
});

test('a better credit band never pays more, and the calculator starts with valid choices', () => {
  const rates = Object.values(defaultRates);
  expect(rates).toEqual(rates.toSorted((a, b) => a - b));
  expect(loanTerms).toContain(startTerm);
  expect(defaultRates).toHaveProperty(startBand);
  expect(loanAmount.start % loanAmount.step).toBe(0);
});
