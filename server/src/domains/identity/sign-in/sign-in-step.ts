import { SignJWT, jwtVerify } from 'jose';
import type { Context } from '../../../platform/context.ts';
import { sign } from '../../../platform/crypto/secrets.ts';
import type { KnownAccount } from '../devices/index.ts';

/** Time limit for the second step of signing in, in seconds. */
export const stepSeconds = 10 * 60;

const stepKey = ({ keys }: Context): Uint8Array => keys.derive('sign-in step');

/**
 * Issues a token that proves the first step of signing in: the account's password was correct. It
 * grants no access by itself and is bound to the password that was entered. `keep` is the “keep me
 * signed in” choice made with the password.
 */
export function issueStep(context: Context, account: KnownAccount, keep: boolean): Promise<string> {
  const now = Math.floor(context.clock.now().getTime() / 1000);
  return new SignJWT({ account: account.id, password: passwordMark(context, account), keep })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(now + stepSeconds)
    .sign(stepKey(context));
}

/** The content of the first step, or null when the token is missing, forged, or expired. */
export async function readStep(
  context: Context,
  token: string | undefined,
): Promise<{ account: number; password: string; keep: boolean } | null> {
  if (!token) return null;
  try {
    const { payload } = await jwtVerify(token, stepKey(context), {
      algorithms: ['HS256'],
      currentDate: context.clock.now(),
    });
    const { account, password, keep } = payload;
    return typeof account === 'number' && typeof password === 'string'
      ? { account, password, keep: keep !== false }
      : null;
  } catch {
    return null;
  }
}

/** Whether the account still has the password that was entered. */
export const isStepCurrent = (
  context: Context,
  step: { password: string },
  account: KnownAccount,
): boolean => step.password === passwordMark(context, account);

const passwordMark = (context: Context, { id, passwordHash }: KnownAccount): string =>
  sign(stepKey(context), `password of ${id}: ${passwordHash ?? ''}`).slice(0, 24);
