import { createSecretKey, type KeyObject } from 'node:crypto';
import { SignJWT, jwtVerify } from 'jose';
import type { Clock } from '../../platform/clock.ts';
import { sign } from '../../platform/crypto/secrets.ts';
import type { KnownAccount } from './known-devices.ts';

/** How long one has for the second step of signing in, in seconds. */
export const stepSeconds = 10 * 60;

/**
 * Says that the first step of signing in was done: the password of an account was right. It opens
 * nothing by itself, and holds for the password that was entered.
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

  /** `keep` is what was asked for with the password. */
  issue(account: KnownAccount, keep: boolean): Promise<string> {
    const now = Math.floor(this.#clock.now().getTime() / 1000);
    return new SignJWT({ account: account.id, password: this.#markOf(account), keep })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime(now + stepSeconds)
      .sign(this.#key);
  }

  /** What was said with the password, or null when the statement is missing, forged or too old. */
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
