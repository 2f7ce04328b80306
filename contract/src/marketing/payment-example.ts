import { amountRange } from '../applications/constants.ts';

/**
 * The example that pages and documents show homeowners: yearly rate in percent and months. It is an
 * estimate and is shown as one.
 */
export const example = { apr: 8.99, months: 84 } as const;

/**
 * The monthly payment of equal instalments in dollars, by the standard annuity formula, rounded to
 * the cent.
 */
export function exactPayment(amount: number): number {
  const rate = example.apr / 100 / 12;
  return Math.round((100 * amount * rate) / (1 - (1 + rate) ** -example.months)) / 100;
}

/** The same, rounded to the dollar. */
export const examplePayment = (amount: number): number => Math.round(exactPayment(amount));

/** What a lender offers a customer: an amount, and what it costs a month, in dollars. */
export interface OfferedPayment {
  lenderName: string;
  amount: number;
  monthlyPayment: number;
}

/**
 * What `amount` dollars cost a month by the first of the offers that covers them, otherwise by the
 * example. Equal installments grow with the amount, so an offer's own payment says enough: its rate
 * and its term stay between lender and homeowner. Null for amounts that nobody can apply for.
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
