import { createSecretKey, randomUUID, type KeyObject } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../../platform/clock.ts';

/**
 * How long a browser is known after it was last signed in on: as long as browsers keep a cookie, in
 * seconds.
 */
export const deviceSeconds = 400 * 24 * 60 * 60;
/** A browser is known to so many accounts, the latest ones. */
const accountsOfDevice = 10;

/** A browser that accounts were signed in on, the latest one first. */
export interface Device {
  id: string;
  accounts: readonly number[];
}

/**
 * Tells the browsers that an account was signed in on from all others, by a signed statement in a
 * cookie. It opens nothing: who shows it has wrong passwords counted apart from everybody else's.
 */
export class KnownDevices {
  readonly #key: KeyObject;
  readonly #clock: Clock;

  constructor(key: Uint8Array, clock: Clock) {
    this.#key = createSecretKey(key);
    this.#clock = clock;
  }

  /**
   * The statement that an account was signed in on this device, or, without one, on a new device.
   */
  issue(device: Device | null, userId: number): Promise<string> {
    const { id = randomUUID(), accounts = [] } = device ?? {};
    const known = [userId, ...accounts.filter((one) => one !== userId)].slice(0, accountsOfDevice);
    const now = Math.floor(this.#clock.now().getTime() / 1000);
    return new SignJWT({ device: id, accounts: known })
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
      const { device: id, accounts } = payload;
      // Only this class signs with its key, so a text and a list are what it has put there.
      return typeof id === 'string' && Array.isArray(accounts) ? { id, accounts } : null;
    } catch {
      return null;
    }
  }
}
