import { amountRange } from '../applications/constants.ts';

/**
 * The payment example for homeowners on pages and documents: yearly rate in percent, and months. It
 * is labeled as an estimate.
 */
export const example = { apr: 8.99, months: 84 } as const;

/**
 * The monthly payment of equal installments in dollars, by the standard annuity formula, rounded to
 * the cent.
 */
export function exactPayment(amount: number): number {
  const rate = example.apr / 100 / 12;
  return Math.round((100 * amount * rate) / (1 - (1 + rate) ** -example.months)) / 100;
}

/** The example payment, rounded to the dollar. */
export const examplePayment = (amount: number): number => Math.round(exactPayment(amount));

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
