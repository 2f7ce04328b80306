import { amountRange } from '../applications/constants.ts';

/**
 * The payment example for homeowners on pages and documents: yearly rate in percent, and months. It
 * is labeled as an estimate.
 */
export const example = { apr: 8.99, months: 84 } as const;

/** A yearly rate in percent, and months. */
export interface ExampleTerms {
  apr: number;
  months: number;
}

/** What active lenders declare: yearly rates in percent, and terms in months, shortest first. */
export interface RateRange {
  minApr: number;
  maxApr: number;
  terms: readonly number[];
}

/** The example's rate and term, or the nearest ones that lenders offer. */
export function exampleWithin(range: RateRange | null): ExampleTerms {
  if (range === null) return example;
  const { minApr, maxApr, terms } = range;
  const distance = (months: number): number => Math.abs(months - example.months);
  const [months = example.months] = terms.toSorted((a, b) => distance(a) - distance(b));
  return { apr: Math.min(Math.max(example.apr, minApr), maxApr), months };
}

/**
 * The monthly payment of equal installments in dollars, by the standard annuity formula, rounded to
 * the cent.
 */
export function exactPayment(amount: number, { apr, months }: ExampleTerms = example): number {
  const rate = apr / 100 / 12;
  if (rate === 0) return Math.round((100 * amount) / months) / 100;
  return Math.round((100 * amount * rate) / (1 - (1 + rate) ** -months)) / 100;
}

/** The example payment, rounded to the dollar. */
export const examplePayment = (amount: number, terms: ExampleTerms = example): number =>
  Math.round(exactPayment(amount, terms));

/** A lender's offer to a customer: the amount and its monthly payment, in dollars. */
export interface OfferedPayment {
  lenderName: string;
  amount: number;
  monthlyPayment: number;
}

/**
 * The monthly payment for `amount` dollars, from the first offer that covers it, otherwise from the
 * example. Equal installments scale with the amount, so an offer's own payment is enough: its rate
 * and term stay between lender and homeowner. Null for amounts that can't be applied for.
 */
export function likelyPayment(
  amount: number,
  offers: readonly OfferedPayment[],
): { payment: number; offer: OfferedPayment | null } | null {
  const canBeAppliedFor = amount >= amountRange.min && amount <= amountRange.max;
  if (!canBeAppliedFor) return null;
  const offer = offers.find((one) => one.amount >= amount);
  if (offer === undefined) return { payment: exactPayment(amount), offer: null };
  const payment = Math.round((100 * amount * offer.monthlyPayment) / offer.amount) / 100;
  return { payment, offer };
}
