import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** A secret for a URL or cookie: 32 random bytes, base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Stored form of a secret: supports lookup, but can't be reversed. */
export const hashSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex');

/** Hex HMAC-SHA256 of `text`. */
export const sign = (key: string | Uint8Array, text: string | Uint8Array): string =>
  createHmac('sha256', key).update(text).digest('hex');

/** Compares two texts in constant time. */
export function sameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The maximum clock difference: older requests count as replays. */
const toleranceSeconds = 300;

/**
 * The header's value for a body: `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`. While a
 * secret is being replaced, there is a `v1` for each of `secrets`.
 */
export function signBody(secrets: string | readonly string[], body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  const each = typeof secrets === 'string' ? [secrets] : secrets;
  return [`t=${seconds}`, ...each.map((one) => `v1=${sign(one, `${seconds}.${body}`)}`)].join(',');
}

/** Whether `header` signs `body` with `secret`, within the tolerance. */
export function isSigned(
  secret: string,
  body: string,
  header: string | undefined,
  now: Date,
): boolean {
  const [, seconds, signatures] =
    /^t=(\d{1,12})((?:,v1=[0-9a-f]{64}){1,4})$/.exec(header ?? '') ?? [];
  if (seconds === undefined || signatures === undefined) return false;
  if (Math.abs(now.getTime() / 1000 - Number(seconds)) > toleranceSeconds) return false;
  const expected = sign(secret, `${seconds}.${body}`);
  return signatures
    .split(',v1=')
    .slice(1)
    .some((signature) => sameText(signature, expected));
}

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts and authenticates `text` with a 32-byte key (AES-256-GCM); base64url. `context` states
 * the purpose: decrypting requires the same context, so that a sealed text can't replace another
 * one.
 */
export function seal(key: Uint8Array, text: string, context: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(
    Buffer.from(context),
  );
  return Buffer.concat([
    nonce,
    cipher.update(text, 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ]).toString('base64url');
}

/** Decrypts a sealed text; null for any other key, context, or input. */
export function unseal(key: Uint8Array, sealed: string, context: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < nonceBytes + tagBytes) return null;
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(bytes.length - tagBytes));
  try {
    const text = [
      decipher.update(bytes.subarray(nonceBytes, bytes.length - tagBytes)),
      decipher.final(),
    ];
    return Buffer.concat(text).toString('utf8');
  } catch {
    return null;
  }
}
