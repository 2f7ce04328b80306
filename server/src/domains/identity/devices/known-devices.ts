import { randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Context } from '../../../platform/context.ts';
import { sign } from '../../../platform/crypto/secrets.ts';

/**
 * How long a browser stays known after its last sign-in, in seconds: the longest that browsers keep
 * a cookie.
 */
export const deviceSeconds = 400 * 24 * 60 * 60;
/** A browser is known to this many accounts, the latest ones. */
const maxDeviceAccounts = 10;

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

const deviceKey = ({ keys }: Context): Uint8Array => keys.derive('known device');

/**
 * Issues the signed cookie that recognizes a browser after a sign-in; a new device when null. The
 * cookie grants no access; it only gives the browser its own count of wrong passwords. It is bound
 * to the password at sign-in, so a password change makes other browsers unknown.
 */
export function issueDevice(
  context: Context,
  device: Device | null,
  account: KnownAccount,
): Promise<string> {
  const { id = randomUUID(), known: before = [] } = device ?? {};
  const others = before.filter((one) => one.id !== account.id);
  const known = [{ id: account.id, password: passwordMark(context, account) }, ...others];
  const now = Math.floor(context.clock.now().getTime() / 1000);
  return new SignJWT({ device: id, known: known.slice(0, maxDeviceAccounts) })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(now + deviceSeconds)
    .sign(deviceKey(context));
}

/** The device, or null when the cookie is missing, forged, or expired. */
export async function readDevice(
  context: Context,
  token: string | undefined,
): Promise<Device | null> {
  if (!token) return null;
  try {
    const { payload } = await jwtVerify(token, deviceKey(context), {
      algorithms: ['HS256'],
      currentDate: context.clock.now(),
    });
    const { device: id, known } = payload;
    // Only `issueDevice` signs with this key, so these types hold.
    return typeof id === 'string' && Array.isArray(known) ? { id, known } : null;
  } catch {
    return null;
  }
}

/** Whether the account signed in on this device with its current password. */
export function isKnownDevice(
  context: Context,
  device: Device | null,
  account: KnownAccount,
): boolean {
  const mark = passwordMark(context, account);
  return device?.known.some(({ id, password }) => id === account.id && password === mark) ?? false;
}

const passwordMark = (context: Context, { id, passwordHash }: KnownAccount): string =>
  sign(deviceKey(context), `password of ${id}: ${passwordHash ?? ''}`).slice(0, 24);
