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
