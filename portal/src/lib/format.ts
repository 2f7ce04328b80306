import * as m from '#messages';
import { timeText } from '@lintel/contract/core/days';
import { businessTimeZone } from './brand.ts';
import { shownTimeZone } from './time-zone.ts';

const dollars = (digits: number) =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
const cents = dollars(2);
const whole = dollars(0);

/** Dollars as `$1,234.50`. */
export const formatMoney = (amount: number): string => cents.format(amount);
/** Dollars as `$1,235`. */
export const formatWholeMoney = (amount: number): string => whole.format(amount);

/** A day is the same everywhere; an instant belongs to a day of `timeZone`. */
const readDate = (value: string, timeZone: string): [Date, { timeZone: string }] =>
  /^\d{4}-\d{2}-\d{2}$/.test(value)
    ? [new Date(`${value}T00:00:00Z`), { timeZone: 'UTC' }]
    : [new Date(value), { timeZone }];

/** An ISO instant or day as `mm/dd/yyyy`, the format of all contractor screens. */
export function formatDate(value: string, timeZone = shownTimeZone()): string {
  const [date, zone] = readDate(value, timeZone);
  return date.toLocaleDateString('en-US', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...zone,
  });
}

/** The same in the provider's time zone, for billing, commissions, and payouts. */
export const formatBusinessDate = (value: string): string => formatDate(value, businessTimeZone);

/** An ISO instant as `11/03/2026, 2:05 PM EST`, for contractor screens. */
export const formatDateTime = (instant: string): string =>
  `${formatDate(instant)}, ${timeText(new Date(instant), shownTimeZone())}`;

/** An ISO instant or day as `Nov 3, 2026`, for staff screens and public pages. */
export function formatShortDate(value: string): string {
  const [date, zone] = readDate(value, shownTimeZone());
  return date.toLocaleDateString('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    ...zone,
  });
}

/** Ten digits as `555-123-4567`; anything else stays unchanged. */
export const formatPhone = (digits: string): string =>
  digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3');

/** A total; `10,000+` when counting stopped there. */
export const formatTotal = (total: number, more = false): string => {
  const number = total.toLocaleString('en-US');
  return more ? m.common_numberOrMore({ number }) : number;
};

/** A count with its noun, singular and plural: `1 page`, `3 pages`, `10,000+ pages`. */
export const formatCount = (count: number, one: string, many: string, more = false): string =>
  `${formatTotal(count, more)} ${count === 1 ? one : many}`;

const sizes = [m.common_bytes(), 'KB', 'MB', 'GB'] as const;

/** A number of bytes as `14 KB` or `3.2 MB`. */
export function formatSize(bytes: number): string {
  const step = Math.min(sizes.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10));
  const size = bytes / 1024 ** step;
  return `${size.toLocaleString('en-US', { maximumFractionDigits: step > 1 && size < 10 ? 1 : 0 })} ${sizes[step]}`;
}
