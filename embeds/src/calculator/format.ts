import * as m from '#messages';
import { loanAmount, type Estimate } from '@lintel/contract/marketing/calculator';
import { locale } from '../language.ts';

export const formatNumber = (amount: number): string => amount.toLocaleString(locale());

/** Cents as `$248.94`. */
const dollars = (amount: number): string =>
  (amount / 100).toLocaleString(locale(), { style: 'currency', currency: 'USD' });

/** The amounts that can be borrowed. */
export const range = () => ({
  least: `$${formatNumber(loanAmount.min)}`,
  most: `$${formatNumber(loanAmount.max)}`,
});

/** An estimate's texts: the payment, and its details. */
export const describe = ({ payment, total, interest }: Estimate, rate: number, months: number) => ({
  payment: dollars(payment),
  details: m.calculator_details({
    months,
    rate: rate.toFixed(2),
    total: dollars(total),
    interest: dollars(interest),
  }),
});
