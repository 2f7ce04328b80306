/**
 * Typed decimals, without schemas. Every amount, rate, and quantity of the product is parsed here,
 * in the browser and on the server.
 */

interface NumberParts {
  isNegative: boolean;
  whole: string;
  fraction: string;
}

/** Plain digits, or groups of three after a first group that isn't 0: `0,500` is half, not 500. */
const shape = /^(-?)(\d*|[1-9]\d{0,2}(?:([,\s])\d{3})(?:\3\d{3})*)(?:\.(\d*))?$/;

/** Removes surrounding white space and one `$` or `%`. */
export const bareNumber = (typed: string): string =>
  typed
    .trim()
    .replace(/^(-?)\s*\$\s*/, '$1')
    .replace(/\s*%$/, '');

function parseParts(typed: string): NumberParts | null {
  const match = shape.exec(bareNumber(typed));
  if (match === null) return null;
  const [, sign, grouped = '', , fraction = ''] = match;
  const whole = grouped.replace(/[,\s]/g, '');
  return whole === '' && fraction === '' ? null : { isNegative: sign === '-', whole, fraction };
}

/** Whether text is a number with `.` before its decimals and commas only between thousands. */
export const isNumber = (typed: string): boolean => parseParts(typed) !== null;

/** Whether text would be a number without its commas. */
export const hasMisplacedComma = (typed: string): boolean =>
  typed.includes(',') && !isNumber(typed) && isNumber(typed.replaceAll(',', ''));

/**
 * Parses a number into units of `10 ** -places`: `-$1,200.50` is -120050 with two places. Null when
 * it isn't a number or has more decimals (trailing zeros don't count).
 */
export function readDecimal(typed: string, places: number): number | null {
  const parts = parseParts(typed);
  if (parts === null) return null;
  const fraction = parts.fraction.replace(/0+$/, '');
  if (fraction.length > places) return null;
  const value = Number(parts.whole + fraction.padEnd(places, '0'));
  return parts.isNegative && value !== 0 ? -value : value;
}

/** `readDecimal` with two places: cents for money. */
export const readHundredths = (typed: string): number | null => readDecimal(typed, 2);

/** A typed number as a JavaScript number; NaN when it isn't one. */
export function readNumber(typed: string): number {
  const parts = parseParts(typed);
  if (parts === null) return Number.NaN;
  return Number(`${parts.isNegative ? '-' : ''}${parts.whole}.${parts.fraction}0`);
}

const grouped = (whole: string): string => whole.replace(/\B(?=(\d{3})+$)/g, ',');

/** Formats an integer in `10 ** -places` units, with all its decimals and grouped thousands. */
export function fixedDecimal(value: number, places: number): string {
  const digits = String(Math.abs(value)).padStart(places + 1, '0');
  const whole = grouped(digits.slice(0, digits.length - places));
  return `${value < 0 ? '-' : ''}${whole}${places === 0 ? '' : `.${digits.slice(-places)}`}`;
}

/** `fixedDecimal` without trailing zeros: 8875 with three places is `8.875`, 8250 is `8.25`. */
export const shortDecimal = (value: number, places: number): string =>
  fixedDecimal(value, places)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');

/** Cents as `$1,234.50`, or `-$1,234.50`. */
export const formatCents = (cents: number): string =>
  `${cents < 0 ? '-' : ''}$${fixedDecimal(Math.abs(cents), 2)}`;

/** Hundredths without trailing zeros: `2`, `1.5`, `12,000.25`. */
export const formatHundredths = (hundredths: number): string => shortDecimal(hundredths, 2);
