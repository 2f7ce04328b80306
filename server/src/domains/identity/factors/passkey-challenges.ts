import { createHmac, randomBytes } from 'node:crypto';
import type { Keys } from '../../../platform/crypto/keys.ts';
import { hashSecret, sameText } from '../../../platform/crypto/secrets.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { spendChallenge } from './repository.ts';

/** Lifetime of a challenge in milliseconds; a sign-in page may stay open for a while. */
export const challengeMs = 10 * 60_000;

/** Purpose of a challenge, bound to the session or account it was issued to. */
export type Purpose = 'sign-in' | `factor:${number}` | `add:${string}` | `prove:${string}`;

const signContent = (keys: Keys, purpose: Purpose, content: Buffer): Buffer =>
  createHmac('sha256', keys.derive('passkey challenges'))
    .update(`${purpose}\0`)
    .update(content)
    .digest();

/** 16 random bytes, the expiry in seconds, and a signature. */
export function newChallenge(keys: Keys, purpose: Purpose, now: Date): Uint8Array<ArrayBuffer> {
  const content = Buffer.alloc(22);
  randomBytes(16).copy(content);
  content.writeUIntBE(Math.floor((now.getTime() + challengeMs) / 1000), 16, 6);
  return Uint8Array.from(Buffer.concat([content, signContent(keys, purpose, content)]));
}

/** Expiry of a challenge; null when it was not issued here for this purpose. */
function readExpiry(keys: Keys, purpose: Purpose, challenge: string): Date | null {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== 54) return null;
  const content = bytes.subarray(0, 22);
  const given = bytes.subarray(22).toString('hex');
  if (!sameText(given, signContent(keys, purpose, content).toString('hex'))) return null;
  return new Date(content.readUIntBE(16, 6) * 1000);
}

/** The WebAuthn user handle of an account. */
export const userHandle = (keys: Keys, userId: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    createHmac('sha256', keys.derive('passkey handles')).update(String(userId)).digest(),
  );

/** Reasons for rejecting a passkey. */
export const words = {
  late: 'This took too long. Please try again.',
  wrong: "This passkey couldn't be verified. Please try again or choose another method.",
  unknown:
    "We don't recognize this passkey. It may have been removed. Please choose another way to sign in.",
  cloned:
    'This passkey was rejected because there seems to be a copy of it. Please choose another method, and remove this passkey.',
};
export type Refusal = 'invalid' | 'invalid_credentials';

/**
 * Reads the challenge from a browser's response and consumes it. Throws `refusal` with the reason
 * when the challenge is foreign, expired, or already used.
 */
export async function takeChallenge(
  tx: Database,
  { clock, keys }: Context,
  { answered, purpose, refusal }: { answered: string; purpose: Purpose; refusal: Refusal },
): Promise<string> {
  const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers');
  let challenge = '';
  let expiresAt: Date | null = null;
  try {
    ({ challenge } = decodeClientDataJSON(answered));
    expiresAt = readExpiry(keys, purpose, challenge);
  } catch {
    // Not JSON, or no challenge where one belongs.
  }
  if (expiresAt === null) throw new AppError(refusal, { message: words.wrong });
  const isLate = expiresAt <= clock.now();
  if (isLate || !(await spendChallenge(tx, { hash: hashSecret(challenge), expiresAt })))
    throw new AppError(refusal, { message: words.late });
  return challenge;
}
