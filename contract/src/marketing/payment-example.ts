/**
 * The example that pages and documents show homeowners: yearly rate in percent and months. It is an
 * estimate and is shown as one.
 */
export const example = { apr: 8.99, months: 84 } as const;

/**
 * The monthly payment of equal instalments in dollars, by the standard annuity formula, rounded to
 * the dollar.
 */
export function examplePayment(amount: number): number {
  const rate = example.apr / 100 / 12;
  return Math.round((amount * rate) / (1 - (1 + rate) ** -example.months));
}
