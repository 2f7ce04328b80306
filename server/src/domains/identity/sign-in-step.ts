import { createSecretKey, type KeyObject } from 'node:crypto';
import { SignJWT, jwtVerify } from 'jose';
import type { Clock } from '../../platform/clock.ts';
import { sign } from '../../platform/crypto/secrets.ts';
import type { KnownAccount } from './known-devices.ts';

/** Time limit for the second step of signing in, in seconds. */
export const stepSeconds = 10 * 60;

/**
 * Proves that the first step of signing in is done: the account's password was correct. Grants no
 * access by itself and is bound to the password that was entered.
 */
export class SignInSteps {
  readonly #secret: Uint8Array;
  readonly #key: KeyObject;
  readonly #clock: Clock;

  constructor(secret: Uint8Array, clock: Clock) {
    this.#secret = secret;
    this.#key = createSecretKey(secret);
    this.#clock = clock;
  }

  /** `keep` is the “keep me signed in” choice made with the password. */
  issue(account: KnownAccount, keep: boolean): Promise<string> {
    const now = Math.floor(this.#clock.now().getTime() / 1000);
    return new SignJWT({ account: account.id, password: this.#markOf(account), keep })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime(now + stepSeconds)
      .sign(this.#key);
  }

  /** The content of the first step, or null when the token is missing, forged, or expired. */
  async read(
    token: string | undefined,
  ): Promise<{ account: number; password: string; keep: boolean } | null> {
    if (!token) return null;
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        algorithms: ['HS256'],
        currentDate: this.#clock.now(),
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
  holds(step: { password: string }, account: KnownAccount): boolean {
    return step.password === this.#markOf(account);
  }

  #markOf({ id, passwordHash }: KnownAccount): string {
    return sign(this.#secret, `password of ${id}: ${passwordHash ?? ''}`).slice(0, 24);
  }
}
