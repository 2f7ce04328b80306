import { createHmac, randomBytes } from 'node:crypto';
import { hashSecret, sameText } from '../../platform/crypto/secrets.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { spendChallenge } from './factor-repository.ts';
import type { FactorDeps, PasskeyKeys } from './factors.ts';

/** Milliseconds that a challenge can be answered in: a sign-in page may lie open for a while. */
export const challengeMs = 10 * 60_000;

/** What a challenge is for; what it is about is the session or the account that it was given to. */
export type Purpose = 'sign-in' | `factor:${number}` | `add:${string}` | `prove:${string}`;

const signatureOf = (keys: PasskeyKeys, purpose: Purpose, said: Buffer): Buffer =>
  createHmac('sha256', keys.challenges).update(`${purpose}\0`).update(said).digest();

/** 16 random bytes, the second at which it is over, and what shows that it is ours. */
export function newChallenge(
  keys: PasskeyKeys,
  purpose: Purpose,
  now: Date,
): Uint8Array<ArrayBuffer> {
  const said = Buffer.alloc(22);
  randomBytes(16).copy(said);
  said.writeUIntBE(Math.floor((now.getTime() + challengeMs) / 1000), 16, 6);
  return Uint8Array.from(Buffer.concat([said, signatureOf(keys, purpose, said)]));
}

/** When a challenge is over; null when it is none of ours for this purpose. */
function endOf(keys: PasskeyKeys, purpose: Purpose, challenge: string): Date | null {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== 54) return null;
  const said = bytes.subarray(0, 22);
  const given = bytes.subarray(22).toString('hex');
  if (!sameText(given, signatureOf(keys, purpose, said).toString('hex'))) return null;
  return new Date(said.readUIntBE(16, 6) * 1000);
}

/** The handle by which authenticators know an account. */
export const handleOf = (keys: PasskeyKeys, userId: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(createHmac('sha256', keys.handles).update(String(userId)).digest());

/** Why a passkey is refused. */
export const words = {
  late: 'This took too long. Please try again.',
  wrong: 'This passkey could not be checked. Please try again, or choose another way.',
  unknown:
    'This passkey is not known here: it may have been removed. Please choose another way to sign in.',
  cloned:
    'This passkey was refused, because there seems to be a copy of it. Please choose another way, and remove it.',
};
export type Refusal = 'invalid' | 'invalid_credentials';

/**
 * Reads the challenge that a browser has answered, and uses it up. Throws `refusal` with the reason
 * when it is not ours, too old, or was answered before.
 */
export async function takeChallenge(
  tx: Database,
  { clock, factors: { passkeys: keys } }: FactorDeps,
  { answered, purpose, refusal }: { answered: string; purpose: Purpose; refusal: Refusal },
): Promise<string> {
  const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers');
  let challenge = '';
  let expiresAt: Date | null = null;
  try {
    ({ challenge } = decodeClientDataJSON(answered));
    expiresAt = endOf(keys, purpose, challenge);
  } catch {
    // It is no JSON, or has something else where the challenge should be.
  }
  if (expiresAt === null) throw new AppError(refusal, { message: words.wrong });
  const isLate = expiresAt <= clock.now();
  if (isLate || !(await spendChallenge(tx, { hash: hashSecret(challenge), expiresAt })))
    throw new AppError(refusal, { message: words.late });
  return challenge;
}
