import { randomInt } from 'node:crypto';
import { hashSecret, newSecret } from './secrets.ts';

/** 256 random bits take this many base64url characters. */
const signs = 43;

/**
 * A secret of a contractor's row: `{random}-{contractor}`. The contractor's id isn't secret; it is
 * the first part of the row's key.
 */
export const createContractorSecret = (contractorId: number, length = signs): string =>
  `${newSecret().slice(0, length)}-${contractorId.toString(36)}`;

/**
 * The contractor that a secret names; null for secrets from before they contained it. Doesn't check
 * that the row exists.
 */
export function contractorFromSecret(secret: string, length = signs): number | null {
  const contractor = /^-([0-9a-z]{1,6})$/.exec(secret.slice(length))?.[1];
  return contractor === undefined ? null : known(Number.parseInt(contractor, 36));
}

/** Contractor ids are 32-bit integers. */
const largest = 2 ** 31 - 1;
const known = (contractorId: number): number | null =>
  contractorId > 0 && contractorId <= largest ? contractorId : null;

/** Characters for text messages, without look-alikes, since people type them into other phones. */
const clear = '23456789abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ';
/** 54 to the power of 12 is 69 bits. */
const codeLength = 12;

const inClear = (number: number): string =>
  (number < clear.length ? '' : inClear(Math.floor(number / clear.length))) +
  clear.charAt(number % clear.length);

/** A short secret of a contractor's row, for people to type: up to 18 characters. */
export const createContractorCode = (contractorId: number): string =>
  Array.from({ length: codeLength }, () => clear[randomInt(clear.length)]).join('') +
  inClear(contractorId);

/** Like `lookupOf`, for such a code. */
export function lookupFromCode(code: string): SecretLookup {
  const signs = Array.from(code.slice(codeLength, codeLength + 7), (sign) => clear.indexOf(sign));
  const number = signs.reduce((sum, sign) => (sign < 0 ? NaN : sum * clear.length + sign), 0);
  return { contractorId: known(number), hash: hashSecret(code) };
}

/** The columns that find a row with a secret. */
export interface SecretLookup {
  contractorId: number | null;
  hash: string;
}

export const lookupFromSecret = (secret: string): SecretLookup => ({
  contractorId: contractorFromSecret(secret),
  hash: hashSecret(secret),
});

/** The length of the random part of references that we give to other systems. */
export const referenceLength = 24;
