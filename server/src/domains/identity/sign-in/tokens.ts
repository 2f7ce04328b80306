import { createSecretKey, type KeyObject } from 'node:crypto';
import { SignJWT, jwtVerify } from 'jose';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { Clock } from '../../../platform/clock.ts';
import { perContext, type Context } from '../../../platform/context.ts';
import type { AnswerTools } from '../../../platform/http/route.ts';
import { deviceSeconds } from '../devices/index.ts';
import { stepSeconds } from './sign-in-step.ts';

/** Lifetime of the access cookie, in seconds. */
export const accessSeconds = 15 * 60;
/** How long an unused session lives, in seconds: a kept session outlives the browser window. */
export const sessionSeconds = (keep: boolean): number => (keep ? 30 * 24 : 12) * 60 * 60;

/** Values of a session's cookies, and whether they outlive the browser window. */
export interface SessionTokens {
  access: string;
  refresh: string;
  keep: boolean;
}

/** Number of verified tokens that a process caches. */
const proven = 10_000;

/** Issues and reads the access cookie's token: the signed session id. */
export class AccessTokens {
  readonly #key: KeyObject;
  readonly #clock: Clock;
  /**
   * Cache of verified tokens with their expiry in seconds: verifying a token on every call would
   * cost as much as the rest of a small read.
   */
  readonly #proven = new Map<string, { sessionId: string; until: number }>();

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

  /** The session's id, or null when the token is missing, forged, or expired. */
  async read(token: string | undefined): Promise<string | null> {
    if (!token) return null;
    const known = this.#proven.get(token);
    if (known !== undefined) {
      if (known.until > this.#clock.now().getTime() / 1000) return known.sessionId;
      this.#proven.delete(token);
    }
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        algorithms: ['HS256'],
        requiredClaims: ['exp'],
        currentDate: this.#clock.now(),
      });
      const { sid: sessionId, exp: until } = payload;
      if (typeof sessionId !== 'string' || until === undefined) return null;
      this.#remember(token, { sessionId, until });
      return sessionId;
    } catch {
      return null;
    }
  }

  /** Evicts the oldest entry first. */
  #remember(token: string, session: { sessionId: string; until: number }): void {
    const [oldest] = this.#proven.keys();
    if (this.#proven.size >= proven && oldest !== undefined) this.#proven.delete(oldest);
    this.#proven.set(token, session);
  }
}

export const accessTokens = perContext(
  ({ keys, clock }) => new AccessTokens(keys.derive('access cookie'), clock),
);

export const accessCookie = 'lintel_access';
export const refreshCookie = 'lintel_refresh';
export const deviceCookie = 'lintel_device';
export const stepCookie = 'lintel_step';

const options = ({ config }: Context): CookieSerializeOptions => ({
  httpOnly: true,
  sameSite: 'lax',
  secure: config.publicUrl.startsWith('https:'),
  path: '/api/v1',
});

export function setSessionCookies(
  answer: AnswerTools,
  context: Context,
  { access, refresh, keep }: SessionTokens,
): void {
  const until = (seconds: number) => ({ ...options(context), ...(keep && { maxAge: seconds }) });
  answer.setCookie(accessCookie, access, until(accessSeconds));
  answer.setCookie(refreshCookie, refresh, until(sessionSeconds(keep)));
}

/** Cookie between the two steps of signing in. */
export const setStepCookie = (answer: AnswerTools, context: Context, step: string): void =>
  answer.setCookie(stepCookie, step, { ...options(context), maxAge: stepSeconds });
export const clearStepCookie = (answer: AnswerTools, context: Context): void =>
  answer.clearCookie(stepCookie, options(context));

/** Survives signing out: it records where an account signed in before, not a session. */
export const setDeviceCookie = (answer: AnswerTools, context: Context, device: string): void =>
  answer.setCookie(deviceCookie, device, { ...options(context), maxAge: deviceSeconds });

export function clearSessionCookies(answer: AnswerTools, context: Context): void {
  answer.clearCookie(accessCookie, options(context));
  answer.clearCookie(refreshCookie, options(context));
}
