import * as m from '#messages';
import { loanAmount, type Estimate } from '@lintel/contract/marketing/calculator';
import { locale } from '../language.ts';

/** `15,000` */
export const whole = (amount: number): string => amount.toLocaleString(locale());

/** `$248.94`, of cents. */
const dollars = (amount: number): string =>
  (amount / 100).toLocaleString(locale(), { style: 'currency', currency: 'USD' });

/** What can be borrowed. */
export const range = () => ({
  least: `$${whole(loanAmount.min)}`,
  most: `$${whole(loanAmount.max)}`,
});

/** An estimate as the page says it: the payment alone, and what it is made of. */
export const describe = ({ payment, total, interest }: Estimate, rate: number, months: number) => ({
  payment: dollars(payment),
  details: m.calculator_details({
    months,
    rate: rate.toFixed(2),
    total: dollars(total),
    interest: dollars(interest),
  }),
});
