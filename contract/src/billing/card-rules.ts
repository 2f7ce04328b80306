import { dayMs } from '../core/durations.ts';
import { isOneOf } from '../core/narrow.ts';

/** The brands with an icon in the portal; any other brand shows a generic card. */
export const cardBrands = [
  'visa',
  'mastercard',
  'amex',
  'maestro',
  'diners',
  'discover',
  'cirrus',
  'jcb',
  'unionpay',
] as const;
export type CardBrand = (typeof cardBrands)[number];

const brandNames: Record<CardBrand, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  maestro: 'Maestro',
  diners: 'Diners Club',
  discover: 'Discover',
  cirrus: 'Cirrus',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

export const isCardBrand = (brand: string): brand is CardBrand => isOneOf(cardBrands, brand);

/** A brand's display name; unlisted brands have none. */
export const cardBrandName = (brand: string): string =>
  isCardBrand(brand) ? brandNames[brand] : 'Card';

/** Longest card number; the form's mask accepts no more digits. */
export const maxCardDigits = 19;

/** A card is "expiring soon" this many days before it expires. */
export const expiringSoonDays = 30;

/** Brands by number prefix; the first match wins, so specific prefixes come before general ones. */
const beginnings: readonly (readonly [CardBrand, RegExp])[] = [
  ['amex', /^3[47]/],
  ['diners', /^3(?:0[0-59]|[689])/],
  ['jcb', /^(?:352[89]|35[3-8])/],
  ['discover', /^(?:6011|64[4-9]|65)/],
  ['unionpay', /^(?:62|81)/],
  ['mastercard', /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ['visa', /^4/],
  ['maestro', /^(?:50|5[6-9]|6)/],
];

/** The brand for a number's prefix; null while several brands are possible. */
export const detectCardBrand = (number: string): CardBrand | null => {
  const digits = number.replace(/\D/g, '');
  return beginnings.find(([, beginning]) => beginning.test(digits))?.[0] ?? null;
};

/** Checks the Luhn check digit (ISO/IEC 7812). */
export function passesLuhn(digits: string): boolean {
  const figures = Array.from(digits, Number).toReversed();
  const sum = figures.reduce((total, figure, place) => {
    const doubled = figure * (place % 2 === 0 ? 1 : 2);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return /^\d+$/.test(digits) && sum % 10 === 0;
}

/** An expiration month; `year` has four digits. */
export interface Expiry {
  month: number;
  year: number;
}

/** Parses `mm/yy`; null when it isn't valid. */
export function readExpiry(text: string): Expiry | null {
  const [, month = '', year = ''] = /^(\d{2})\s*\/\s*(\d{2})$/.exec(text.trim()) ?? [];
  const read = { month: Number(month), year: 2000 + Number(year) };
  return read.month < 1 || read.month > 12 ? null : read;
}

/**
 * Days until a card expires. A card is valid through the last day of its month: that day returns 1,
 * later days 0 or less. `today` is `yyyy-mm-dd`.
 */
export const daysUntilExpiration = ({ month, year }: Expiry, today: string): number =>
  Math.round((Date.UTC(year, month, 1) - Date.parse(today)) / dayMs);
