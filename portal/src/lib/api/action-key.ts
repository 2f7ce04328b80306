/** A new Idempotency-Key. `crypto.randomUUID` is missing without https. */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
