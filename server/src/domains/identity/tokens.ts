import { createSecretKey, type KeyObject } from 'node:crypto';
import { SignJWT, jwtVerify } from 'jose';
import type { Clock } from '../../platform/clock.ts';

/** How long the access cookie is good for without asking again, in seconds. */
export const accessSeconds = 15 * 60;
/** How long a session lives without being used, in seconds. */
export const refreshSeconds = 30 * 24 * 60 * 60;

/** What a session's cookies hold. */
export interface IssuedTokens {
  access: string;
  refresh: string;
}

/** Makes and reads the access cookie's token: a signed statement of the session's id. */
export class AccessTokens {
  readonly #key: KeyObject;
  readonly #clock: Clock;

  constructor(key: Uint8Array, clock: Clock) {
    this.#key = createSecretKey(key);
    this.#clock = clock;
  }

  issue(sessionId: string): Promise<string> {
    const now = Math.floor(this.#clock.now().getTime() / 1000);
    return new SignJWT({ sid: sessionId })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuedAt(now)
      .setExpirationTime(now + accessSeconds)
      .sign(this.#key);
  }

  /** The session's id, or null when the token is missing, forged or expired. */
  async read(token: string | undefined): Promise<string | null> {
    if (!token) return null;
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        algorithms: ['HS256'],
        currentDate: this.#clock.now(),
      });
      return typeof payload['sid'] === 'string' ? payload['sid'] : null;
    } catch {
      return null;
    }
  }
}
