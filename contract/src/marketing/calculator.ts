import { amountRange, type CreditBand } from '../applications/constants.ts';

/** The monthly payment calculator, without schemas: its page must stay small. */

/** What can be borrowed, in whole dollars. */
export const loanAmount = { ...amountRange, step: 500, start: 15_000 } as const;

/** Months. */
export const loanTerms = [36, 60, 84, 120, 180] as const;
export const startTerm = 84;
export const startBand: CreditBand = 'good';

/** Yearly rates in percent by self-reported credit band. */
export type CalculatorRates = Readonly<Record<CreditBand, number>>;

/** The rates until the setting `CalculatorRates` says others. */
export const defaultRates: CalculatorRates = {
  excellent: 7.49,
  good: 9.99,
  fair: 14.99,
  limited: 20.99,
  poor: 27.99,
};

/**
 * The room that is kept for the calculator's frame in pixels, in a narrow and in a wide column;
 * less where its button is hidden.
 */
export const calculatorHeights = {
  narrow: 660,
  wide: 420,
  wideFrom: 560,
  offersButton: 60,
} as const;

/**
 * The monthly payment of equal instalments in cents, by the annuity formula, rounded to the cent.
 * `principal` is in cents, `rate` is yearly and in percent.
 */
export function monthlyPayment(principal: number, rate: number, months: number): number {
  const monthly = rate / 1200;
  if (monthly === 0) return Math.round(principal / months);
  // `expm1` and `log1p` keep their digits where the rate is close to nothing.
  return Math.round((principal * monthly) / -Math.expm1(-months * Math.log1p(monthly)));
}

/** What a loan costs, in cents. */
export interface Estimate {
  /** Of each month but the last, which settles what rounding left. */
  payment: number;
  total: number;
  interest: number;
}

/**
 * The loan paid back month by month: interest is rounded to the cent each month, as lenders book
 * it.
 */
export function estimateLoan(principal: number, rate: number, months: number): Estimate {
  const payment = monthlyPayment(principal, rate, months);
  let [balance, total] = [principal, 0];
  for (let month = 1; month <= months; month += 1) {
    const owed = balance + Math.round((balance * rate) / 1200);
    const paid = month === months ? owed : Math.min(payment, owed);
    balance = owed - paid;
    total += paid;
  }
  return { payment, total, interest: total - principal };
}
