import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A secret for a URL or cookie: 32 random bytes, base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** How a secret is stored: it can be looked up but not read back. */
export const hashSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex');

/** Hex HMAC-SHA256 of `text`. */
export const sign = (key: string | Uint8Array, text: string | Uint8Array): string =>
  createHmac('sha256', key).update(text).digest('hex');

/** Compares two texts without telling by the time it takes where they differ. */
export function sameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
