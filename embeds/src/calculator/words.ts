import type { Estimate } from '@lintel/contract/marketing/calculator';

const cents = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** `$248.94`, of cents. */
const dollars = (amount: number): string => cents.format(amount / 100);

/** An estimate as the page says it: the payment alone, and what it is made of. */
export const describe = ({ payment, total, interest }: Estimate, rate: number, months: number) => ({
  payment: dollars(payment),
  details: `${months} payments at ${rate.toFixed(2)}% APR. Total ${dollars(total)}, of which ${dollars(interest)} is interest.`,
});
