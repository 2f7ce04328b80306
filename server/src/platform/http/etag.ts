import { createHash } from 'node:crypto';

/** A strong entity tag of this content. */
export const computeEtag = (content: string | Uint8Array): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;

/** Whether a list of entity tags contains this one; a cache may have made it weak. */
export const holdsTag = (list: string | undefined, etag: string): boolean =>
  (list ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === etag);

/**
 * For files that the browser may store but must revalidate each time, so that users who lose access
 * can't see them.
 */
export const revalidated = 'private, no-cache';
