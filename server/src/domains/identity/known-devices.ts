import { createSecretKey, randomUUID, type KeyObject } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../../platform/clock.ts';
import { sign } from '../../platform/crypto/secrets.ts';

/**
 * How long a browser is known after it was last signed in on: as long as browsers keep a cookie, in
 * seconds.
 */
export const deviceSeconds = 400 * 24 * 60 * 60;
/** A browser is known to so many accounts, the latest ones. */
const accountsOfDevice = 10;

/** An account with its present password. */
export interface KnownAccount {
  id: number;
  passwordHash: string | null;
}

/** A browser that accounts were signed in on, the latest one first. */
export interface Device {
  id: string;
  /** By id, with a mark of the password that was right then. */
  known: readonly { id: number; password: string }[];
}

/**
 * Tells the browsers that an account was signed in on from all others, by a signed statement in a
 * cookie. It opens nothing: who shows it has wrong passwords counted apart from everybody else's. It
 * holds for the password that it was made with: whoever is shut out by a new one is a stranger again.
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

  /**
   * The statement that an account was signed in on this device, or, without one, on a new device.
   */
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

  /** The device, or null when the statement is missing, forged or too old. */
  async read(token: string | undefined): Promise<Device | null> {
    if (!token) return null;
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        algorithms: ['HS256'],
        currentDate: this.#clock.now(),
      });
      const { device: id, known } = payload;
      // Only this class signs with its key, so a text and a list are what it has put there.
      return typeof id === 'string' && Array.isArray(known) ? { id, known } : null;
    } catch {
      return null;
    }
  }

  /** Whether the account was signed in on this device with the password that it has now. */
  isKnown(device: Device, account: KnownAccount): boolean {
    const mark = this.#markOf(account);
    return device.known.some(({ id, password }) => id === account.id && password === mark);
  }

  #markOf({ id, passwordHash }: KnownAccount): string {
    return sign(this.#secret, `password of ${id}: ${passwordHash ?? ''}`).slice(0, 24);
  }
}
