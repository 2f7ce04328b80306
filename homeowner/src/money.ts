const whole = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
const cents = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** `$15,000` */
export const dollarsWhole = (amount: number): string => whole.format(amount);
/** `$312.45` */
export const dollarsAndCents = (amount: number): string => cents.format(amount);

/** The example on the page: yearly rate in percent and months. It is an estimate and is shown as one. */
export const example = { apr: 8.99, months: 84 } as const;

/** The monthly payment of equal instalments in dollars, by the standard annuity formula, rounded to the dollar. */
export function examplePayment(amount: number): number {
  const rate = example.apr / 100 / 12;
  return Math.round((amount * rate) / (1 - (1 + rate) ** -example.months));
}

/** `(303) 555-0110` */
export const phoneText = (digits: string): string => digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
