import * as m from '#messages';
import { businessTimeZone } from './brand.ts';

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

/**
 * A day stands for itself; an instant falls on the business's day, as the date filters count it.
 */
const readDate = (value: string): [Date, { timeZone: string }] =>
  /^\d{4}-\d{2}-\d{2}$/.test(value)
    ? [new Date(`${value}T00:00:00Z`), { timeZone: 'UTC' }]
    : [new Date(value), { timeZone: businessTimeZone }];

/** An ISO instant or day as `mm/dd/yyyy`, as every screen of a contractor shows it. */
export function formatDate(value: string): string {
  const [date, zone] = readDate(value);
  return date.toLocaleDateString('en-US', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...zone,
  });
}

/** An ISO instant as `11/03/2026, 2:05 PM`, on the screens of a contractor. */
export const formatDateTime = (instant: string): string =>
  `${formatDate(instant)}, ${new Date(instant).toLocaleTimeString('en-US', { timeStyle: 'short', timeZone: businessTimeZone })}`;

/** An ISO instant or day as `Nov 3, 2026`: on staff's own screens and the public ones. */
export function formatShortDate(value: string): string {
  const [date, zone] = readDate(value);
  return date.toLocaleDateString('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    ...zone,
  });
}

/** Ten digits as `555-123-4567`; anything else as it is. */
export const formatPhone = (digits: string): string =>
  digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3');

/** How many there are; a number that was counted a while ago is rounded, and says so. */
export const formatTotal = (total: number, about = false): string =>
  about
    ? m.common_about_number({
        number: total.toLocaleString('en-US', { maximumSignificantDigits: 3 }),
      })
    : total.toLocaleString('en-US');

/** A count with its noun, of one and of many: `1 page`, `3 pages`, `about 12,300 pages`. */
export const formatCount = (count: number, one: string, many: string, about = false): string =>
  `${formatTotal(count, about)} ${count === 1 ? one : many}`;

const sizes = [m.common_bytes(), 'KB', 'MB', 'GB'] as const;

/** So many bytes as `14 KB` or `3.2 MB`. */
export function formatSize(bytes: number): string {
  const step = Math.min(sizes.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10));
  const size = bytes / 1024 ** step;
  return `${size.toLocaleString('en-US', { maximumFractionDigits: step > 1 && size < 10 ? 1 : 0 })} ${sizes[step]}`;
}
