import { speakFor } from './api/send.ts';
import { localStore } from './storage.ts';

const hintKey = 'lintel.signed-in';

/**
 * Whether this browser has been signed in: no secret, it only saves a pointless question on the
 * sign-in page.
 */
export const mayBeSignedIn = (): boolean => localStore.get(hintKey) !== null;

/** From now on this browser counts as signed in. */
export const setHint = (): void => localStore.set(hintKey, '1');

/** From now on this browser counts as signed out. */
export const dropHint = (): void => {
  speakFor(null);
  localStore.set(hintKey, null);
};
