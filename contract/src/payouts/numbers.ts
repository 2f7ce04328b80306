/** The digits of a number typed with dashes or spaces. */
export const stripSeparators = (typed: string): string => typed.replace(/[\s-]/g, '');

/** Nine digits that pass the American Bankers Association's checksum. */
export function isRoutingNumber(digits: string): boolean {
  if (!/^\d{9}$/.test(digits) || digits === '000000000') return false;
  const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1];
  const sum = weights.reduce((all, weight, at) => all + weight * Number(digits[at]), 0);
  return sum % 10 === 0;
}

/** The product-wide rule: an account number has 4 to 17 digits. */
export const isAccountNumber = (digits: string): boolean => /^\d{4,17}$/.test(digits);

/** Shows only the last four digits, with a star for each other digit. */
export const mask = (digits: string): string =>
  `${'*'.repeat(Math.max(1, digits.length - 4))}${digits.slice(-4)}`;

/** A masked number, which leaves the stored one unchanged. */
export const isMasked = (value: string): boolean => /^\*+\d{4}$/.test(value);

/** A number in the Social Security Administration's valid ranges. */
export const isSsn = (digits: string): boolean =>
  /^(?!000|666|9\d\d)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(digits);

/** An individual taxpayer identification number, entered in place of a Social Security number. */
export const isItin = (digits: string): boolean =>
  /^9\d\d(5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])\d{4}$/.test(digits);

/** EIN prefixes that the IRS doesn't issue. */
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

/** An employer identification number with a prefix that the IRS issues. */
export const isEin = (digits: string): boolean =>
  /^\d{9}$/.test(digits) && !noEinPrefix.includes(digits.slice(0, 2));

/** A tax number's last four digits in its usual grouping. */
export const maskTin = (last4: string, kind: 'ssn' | 'ein'): string =>
  kind === 'ssn' ? `***-**-${last4}` : `**-***${last4}`;
