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

/** How far apart the sender's clock and ours may be: an older request is a replay. */
const toleranceSeconds = 300;

/** The header's value for a body: `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`. */
export function signatureOf(secret: string, body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${sign(secret, `${seconds}.${body}`)}`;
}

/** Whether `header` signs `body` with `secret`, not longer ago than the tolerance. */
export function isSigned(
  secret: string,
  body: string,
  header: string | undefined,
  now: Date,
): boolean {
  const [, seconds, signature] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? [];
  if (seconds === undefined || signature === undefined) return false;
  if (Math.abs(now.getTime() / 1000 - Number(seconds)) > toleranceSeconds) return false;
  return sameText(signature, sign(secret, `${seconds}.${body}`));
}
