import { createSecretKey, randomUUID, type KeyObject } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../../platform/clock.ts';
import { sign } from '../../platform/crypto/secrets.ts';

/**
 * How long a browser stays known after its last sign-in, in seconds: the longest that browsers keep
 * a cookie.
 */
export const deviceSeconds = 400 * 24 * 60 * 60;
/** A browser is known to this many accounts, the latest ones. */
const accountsOfDevice = 10;

/** An account and its current password hash. */
export interface KnownAccount {
  id: number;
  passwordHash: string | null;
}

/** A browser and the accounts that signed in on it, latest first. */
export interface Device {
  id: string;
  /** Account ids, each with a fingerprint of its password at that time. */
  known: readonly { id: number; password: string }[];
}

/**
 * Recognizes browsers that signed in to an account, by a signed cookie. The cookie grants no
 * access; it only gives the browser its own count of wrong passwords. It is bound to the password
 * at sign-in, so a password change makes other browsers unknown.
 */
export class KnownDevices {
  readonly #secret: Uint8Array;
  readonly #key: KeyObject;
  readonly #clock: Clock;

  constructor(secret: Uint8Array, clock: Clock) {
    this.#secret = secret;
    this.#key = createSecretKey(secret);
    this.#clock = clock;
  }

  /** Issues the cookie for a sign-in on this device, or on a new device when null. */
  issue(device: Device | null, account: KnownAccount): Promise<string> {
    const { id = randomUUID(), known: before = [] } = device ?? {};
    const others = before.filter((one) => one.id !== account.id);
    const known = [{ id: account.id, password: this.#markOf(account) }, ...others];
    const now = Math.floor(this.#clock.now().getTime() / 1000);
    return new SignJWT({ device: id, known: known.slice(0, accountsOfDevice) })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime(now + deviceSeconds)
      .sign(this.#key);
  }

  /** The device, or null when the cookie is missing, forged, or expired. */
  async read(token: string | undefined): Promise<Device | null> {
    if (!token) return null;
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        algorithms: ['HS256'],
        currentDate: this.#clock.now(),
      });
      const { device: id, known } = payload;
      // Only this class signs with its key, so these types hold.
      return typeof id === 'string' && Array.isArray(known) ? { id, known } : null;
    } catch {
      return null;
    }
  }

  /** Whether the account signed in on this device with its current password. */
  isKnown(device: Device, account: KnownAccount): boolean {
    const mark = this.#markOf(account);
    return device.known.some(({ id, password }) => id === account.id && password === mark);
  }

  #markOf({ id, passwordHash }: KnownAccount): string {
    return sign(this.#secret, `password of ${id}: ${passwordHash ?? ''}`).slice(0, 24);
  }
}
