import { locale } from './language.ts';

/** `$15,000` */
export const dollarsWhole = (amount: number): string => text(amount, 0);
/** `$312.45` */
export const dollarsAndCents = (amount: number): string => text(amount, 2);

const text = (amount: number, digits: number): string =>
  new Intl.NumberFormat(locale(), {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount);
