import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts and authenticates `text` with a key of 32 bytes (AES-256-GCM); base64url. `context` says
 * what the text is for: it can be opened with the same context only, so that a sealed text can't be
 * put into another's place.
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

/**
 * The sealed text, or null when it was not sealed by this key for this context, whatever `sealed`
 * is.
 */
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
