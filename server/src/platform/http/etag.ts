import { createHash } from 'node:crypto';

/** A strong entity tag of this content. */
export const etagOf = (content: string | Uint8Array): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;

/** Whether a list of entity tags names this one; a cache on the way may have made it weak. */
export const holdsTag = (list: string | undefined, etag: string): boolean =>
  (list ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === etag);

/**
 * For a file that the browser may store but must revalidate each time, so that it is gone for those
 * who lose access.
 */
export const askedEachTime = 'private, no-cache';
