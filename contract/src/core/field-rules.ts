/**
 * Field rules without schemas, for pages that must stay small. The schemas in `fields.ts` are built
 * from them.
 */

/** The messages that all forms share. */
export const messages = {
  required: 'This field is required.',
  email: 'The Email is in invalid format',
  letters: 'Please type a name with letters.',
  name: 'Please use letters A to Z, dash, apostrophe, period or space only.',
  instant: 'Use a time such as 2026-11-21T12:00:00Z or 2026-11-21T07:00:00-05:00.',
  url: 'The URL is not valid',
  phone: 'Please enter a 10-digit number.',
  image: 'Please upload file in PNG, GIF, or JPG format',
  size: 'Uploaded file cannot be more than 2MB',
  digits: 'Please use digits only',
  comma: 'Use commas only between thousands, as in 1,234.50.',
  max: (limit: number) => `Enter ${limit} symbols maximum`,
} as const;

/** Trimmed, with single spaces inside, in Unicode's composed form. */
export const collapsed = (text: string): string => composed(text.trim().replace(/\s+/g, ' '));

/** Several lines: each trimmed with single spaces inside, and at most one empty line in a row. */
export const tidyLines = (typed: string): string =>
  typed
    .split(/\r\n|\r|\n/)
    .map(collapsed)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/**
 * An e-mail address: RFC 5322 characters without quotes before the @, at most 64 of them, and a
 * host whose labels may use letters of any script.
 */
export const emailPattern =
  /^(?=[^@]{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+(?:[\p{L}\p{M}]{2,63}|xn--[A-Za-z0-9-]{0,58}[A-Za-z0-9])$/u;
/**
 * Whether text is an e-mail address. A host in another Unicode form than the one used for sending,
 * such as full-width letters, would be a second spelling of the same address.
 */
export const isEmail = (text: string): boolean =>
  emailPattern.test(text) && text === text.normalize('NFKC');

export const namePattern = /^(?=.*[A-Za-z])[A-Za-z .'’-]+$/;
/** A homeowner's name, in any Latin spelling: José Muñoz, Kaʻiulani, Smith, Jr. */
export const latinNamePattern = /^(?=.*\p{Script=Latin})[\p{Script=Latin}\p{M} .,'’‘ʻʼ`‐‑–-]+$/u;
/** Combines a letter and its accent into one character: some keyboards and programs send two. */
export const composed = (text: string): string => text.normalize('NFC');

/** Fillers that Unicode counts as letters or symbols but that are invisible. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zs}\u2800]/gu;

/** Whether text has visible characters: not only spaces, zero-width characters, and fillers. */
export const isVisible = (text: string): boolean => text.replace(unseen, '').trim() !== '';

/** Whether a name or a signature has a letter of any script. */
export const hasLetter = (text: string): boolean => /\p{L}/u.test(text.replace(unseen, ''));

/**
 * A phone number without separators, invisible characters, and a leading +1. Another country's `+`
 * is kept, so that the number is rejected.
 */
export const phoneDigits = (value: string): string =>
  value
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/^tel:/i, '')
    .replace(/[\s()./‐-―−-]/g, '')
    .replace(/^\+?1(?=\d{10}$)/, '');
/** Ten digits as dialed in North America: a group can't begin with 0, 1, or N11. */
export const phonePattern = /^(?:[2-9](?!11)\d{2}){2}\d{4}$/;

/** `(303) 555-0110`; anything but ten digits is returned unchanged. */
export const phoneText = (digits: string): string =>
  digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
