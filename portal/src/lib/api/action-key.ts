/**
 * A fresh Idempotency-Key. `crypto.randomUUID` is missing where the portal is read without https.
 */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
