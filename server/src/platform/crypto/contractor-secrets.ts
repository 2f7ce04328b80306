import { randomInt } from 'node:crypto';
import { hashSecret, newSecret } from './secrets.ts';

/** So many signs of 256 random bits, in base64url. */
const signs = 43;

/**
 * A secret of a contractor's row: `{random}-{contractor}`. The contractor in it is no secret; it
 * is the first part of the row's key.
 */
export const newSecretOf = (contractorId: number, length = signs): string =>
  `${newSecret().slice(0, length)}-${contractorId.toString(36)}`;

/**
 * Whose row a secret opens, as it says itself; null for one that was made before secrets said it.
 * Whether there is such a row is another question.
 */
export function contractorOf(secret: string, length = signs): number | null {
  const contractor = /^-([0-9a-z]{1,6})$/.exec(secret.slice(length))?.[1];
  return contractor === undefined ? null : known(Number.parseInt(contractor, 36));
}

/** No number of a contractor is larger. */
const largest = 2 ** 31 - 1;
const known = (contractorId: number): number | null =>
  contractorId > 0 && contractorId <= largest ? contractorId : null;

/** What a text message can hold: no signs that look alike, since people type it into other phones. */
const clear = '23456789abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ';
/** 54 to the power of 12 are 69 bits. */
const codeLength = 12;

const inClear = (number: number): string =>
  (number < clear.length ? '' : inClear(Math.floor(number / clear.length))) +
  clear.charAt(number % clear.length);

/** A short secret of a contractor's row, for people to type: up to 18 signs. */
export const newCodeOf = (contractorId: number): string =>
  Array.from({ length: codeLength }, () => clear[randomInt(clear.length)]).join('') +
  inClear(contractorId);

/** The same as `lookupOf` for such a code. */
export function lookupOfCode(code: string): SecretLookup {
  const signs = Array.from(code.slice(codeLength, codeLength + 7), (sign) => clear.indexOf(sign));
  const number = signs.reduce((sum, sign) => (sign < 0 ? NaN : sum * clear.length + sign), 0);
  return { contractorId: known(number), hash: hashSecret(code) };
}

/** By what a row with a secret is found. */
export interface SecretLookup {
  contractorId: number | null;
  hash: string;
}

export const lookupOf = (secret: string): SecretLookup => ({
  contractorId: contractorOf(secret),
  hash: hashSecret(secret),
});

/** The length of the random part of a name under which others know something of ours. */
export const referenceLength = 24;
