import { setSwitchedUser } from './api/send.ts';
import { localStore } from './storage.ts';

const hintKey = 'lintel.signed-in';

/**
 * Whether this browser has been signed in. Not a secret: it only saves a pointless request on the
 * sign-in page.
 */
export const mayBeSignedIn = (): boolean => localStore.get(hintKey) !== null;

/** Marks this browser as signed in. */
export const setHint = (): void => localStore.set(hintKey, '1');

/** Marks this browser as signed out. */
export const dropHint = (): void => {
  setSwitchedUser(null);
  localStore.set(hintKey, null);
};
