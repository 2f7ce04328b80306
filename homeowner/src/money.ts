const whole = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});
const cents = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** `$15,000` */
export const dollarsWhole = (amount: number): string => whole.format(amount);
/** `$312.45` */
export const dollarsAndCents = (amount: number): string => cents.format(amount);
