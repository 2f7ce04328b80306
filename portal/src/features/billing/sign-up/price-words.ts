import type { FirstYear, SignUpPlan } from '@lintel/contract/billing-sign-up';
import { formatMoney, formatShortDate, formatWholeMoney } from '../../../lib/format.ts';

/** Dollars, with cents only where there are any. */
export const dollarsText = (amount: number): string => (Number.isInteger(amount) ? formatWholeMoney(amount) : formatMoney(amount));

const monthly = 11;

/** The price as it stands on a plan's card: by the month where it is paid so, else by the year. */
export function headline({ price }: SignUpPlan, year: FirstYear): { amount: string; per: string; note: string } {
  if (price === 0) return { amount: '$0', per: '', note: 'No card needed' };
  const total = `${dollarsText(year.total)} a year`;
  if (year.later === null) return { amount: dollarsText(year.total), per: 'a year', note: 'One payment a year' };
  if (year.later.payments === monthly) {
    return { amount: dollarsText(year.later.amount), per: 'a month', note: `${total} in 12 payments` };
  }
  return { amount: dollarsText(year.total), per: 'a year', note: `In ${year.later.payments + 1} payments` };
}

/** What is paid after today. */
export function laterText({ later }: FirstYear): string {
  if (later === null) return 'Nothing more is due this year.';
  const { payments, amount, firstOn } = later;
  const day = formatShortDate(firstOn);
  return payments === 1
    ? `Then 1 payment of ${formatMoney(amount)} on ${day}.`
    : `Then ${payments} payments of ${formatMoney(amount)}, the first on ${day}.`;
}
