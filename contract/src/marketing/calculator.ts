import { amountRange, type CreditBand } from '../applications/constants.ts';

/** The monthly payment calculator, without schemas: its page must stay small. */

/** Loan amounts, in whole dollars. */
export const loanAmount = { ...amountRange, step: 500, start: 15_000 } as const;

/** Months. */
export const loanTerms = [36, 60, 84, 120, 180] as const;
export const startTerm = 84;
export const startBand: CreditBand = 'good';

/** Yearly rates in percent by self-reported credit band. */
export type CalculatorRates = Readonly<Record<CreditBand, number>>;

/** The rates without the setting `CalculatorRates`. */
export const defaultRates: CalculatorRates = {
  excellent: 7.49,
  good: 9.99,
  fair: 14.99,
  limited: 20.99,
  poor: 27.99,
};

/**
 * The heights reserved for the calculator's frame in pixels, in a narrow and in a wide column;
 * smaller when its button is hidden.
 */
export const calculatorHeights = {
  narrow: 660,
  wide: 420,
  wideFrom: 560,
  offersButton: 60,
} as const;

/**
 * The monthly payment of equal installments in cents, by the annuity formula, rounded to the cent.
 * `principal` is in cents, `rate` is yearly and in percent.
 */
export function monthlyPayment(principal: number, rate: number, months: number): number {
  const monthly = rate / 1200;
  if (monthly === 0) return Math.round(principal / months);
  // `expm1` and `log1p` stay precise for rates close to zero.
  return Math.round((principal * monthly) / -Math.expm1(-months * Math.log1p(monthly)));
}

/** The cost of a loan, in cents. */
export interface Estimate {
  /** Each month's payment; the last one differs by the rounding. */
  payment: number;
  total: number;
  interest: number;
}

/** Repays the loan month by month: interest is rounded to the cent each month, as lenders do. */
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
