/** The digits of a number that is typed with dashes or spaces. */
export const digitsOf = (typed: string): string => typed.replace(/[\s-]/g, '');

/** Nine digits whose weighted sum the American Bankers Association's rule finds right. */
export function isRoutingNumber(digits: string): boolean {
  if (!/^\d{9}$/.test(digits) || digits === '000000000') return false;
  const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1];
  const sum = weights.reduce((all, weight, at) => all + weight * Number(digits[at]), 0);
  return sum % 10 === 0;
}

/** By the global rule an account number has 4 to 17 digits. */
export const isAccountNumber = (digits: string): boolean => /^\d{4,17}$/.test(digits);

/**
 * How a number is read back: its last four digits behind as many stars as there are other digits.
 */
export const mask = (digits: string): string =>
  `${'*'.repeat(Math.max(1, digits.length - 4))}${digits.slice(-4)}`;

/** A number as it was read back: whoever sends it leaves the number unchanged. */
export const isMasked = (value: string): boolean => /^\*+\d{4}$/.test(value);

/** A social security number as the Social Security Administration gives them out. */
export const isSsn = (digits: string): boolean =>
  /^(?!000|666|9\d\d)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(digits);

/**
 * An individual taxpayer identification number: who has no social security number enters it in its
 * place.
 */
export const isItin = (digits: string): boolean =>
  /^9\d\d(5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])\d{4}$/.test(digits);

/** First two digits that no office of the IRS gives out. */
const noEinPrefix = [
  '00',
  '07',
  '08',
  '09',
  '17',
  '18',
  '19',
  '28',
  '29',
  '49',
  '69',
  '70',
  '78',
  '79',
  '89',
  '96',
  '97',
];

/** An employer identification number with one of the prefixes that the IRS gives out. */
export const isEin = (digits: string): boolean =>
  /^\d{9}$/.test(digits) && !noEinPrefix.includes(digits.slice(0, 2));

/** A tax number's last four digits in the number's usual groups. */
export const maskTin = (last4: string, kind: 'ssn' | 'ein'): string =>
  kind === 'ssn' ? `***-**-${last4}` : `**-***${last4}`;
