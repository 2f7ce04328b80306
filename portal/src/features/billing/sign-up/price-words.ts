import type { FirstYear, SignUpPlan } from '@lintel/contract/billing-sign-up';
import { formatMoney, formatShortDate, formatWholeMoney } from '../../../lib/format.ts';

/** Dollars, with cents only where there are any. */
const dollarsText = (amount: number): string =>
  Number.isInteger(amount) ? formatWholeMoney(amount) : formatMoney(amount);

const monthly = 11;

/**
 * The price as it stands on a plan's card: by the month where it is paid so, else by the year;
 * `before` is the year's without a discount.
 */
export function headline(
  { price }: SignUpPlan,
  year: FirstYear,
): { amount: string; per: string; before: string; note: string } {
  if (price === 0) return { amount: '$0', per: '', before: '', note: 'No card needed' };
  const isLess = year.total < price;
  const before = isLess ? dollarsText(price) : '';
  const when = isLess ? 'in year 1' : 'a year';
  const total = dollarsText(year.total);
  if (year.later === null)
    return {
      amount: total,
      per: 'a year',
      before,
      note: isLess ? `${when}, one payment` : 'One payment a year',
    };
  const parts = `in ${year.later.payments + 1} payments`;
  if (year.later.payments === monthly) {
    return {
      amount: dollarsText(year.later.amount),
      per: 'a month',
      before,
      note: `${total} ${when} ${parts}`,
    };
  }
  return {
    amount: total,
    per: 'a year',
    before,
    note: isLess ? `${when} ${parts}` : parts.replace('in', 'In'),
  };
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
