import { locale } from './language.ts';

export const wholeDollars = (amount: number): string => text(amount, 0);
export const dollarsAndCents = (amount: number): string => text(amount, 2);

const text = (amount: number, digits: number): string =>
  new Intl.NumberFormat(locale(), {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount);
