import * as api from './api.ts';
import { removeLink, clearLink } from './link.ts';
import { storeSentToken, storeToken, type PageKey } from './storage.ts';
import { storeTyped } from './typed-input.ts';

/** Actions that end this browser's access to an application. `clear` shows an empty form. */
export function useEndings(page: PageKey, token: { current: string | null }, clear: () => void) {
  const removeStored = (): void => {
    token.current = null;
    storeToken(page, null);
    clearLink();
    storeTyped(page, null);
    clear();
  };
  return {
    startOver: () => {
      storeSentToken(page, token.current);
      removeStored();
    },
    /** Removes the application from this browser; the server also invalidates its secret. */
    leave: () => {
      if (token.current !== null)
        api.leave({ params: { token: token.current } }).catch(() => undefined);
      storeSentToken(page, null);
      removeLink(page);
      removeStored();
    },
  };
}
