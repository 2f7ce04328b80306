import * as api from './api.ts';
import { forgetLink, leaveLink } from './link.ts';
import { storeFormer, storeToken, type PageKey } from './storage.ts';
import { keepTyped } from './typed.ts';

/** Actions that end this browser's access to an application. `clear` shows an empty form. */
export function useEndings(page: PageKey, token: { current: string | null }, clear: () => void) {
  const forget = (): void => {
    token.current = null;
    storeToken(page, null);
    leaveLink();
    keepTyped(page, null);
    clear();
  };
  return {
    startOver: () => {
      storeFormer(page, token.current);
      forget();
    },
    /** Removes the application from this browser; the server also invalidates its secret. */
    leave: () => {
      if (token.current !== null)
        api.leave({ params: { token: token.current } }).catch(() => undefined);
      storeFormer(page, null);
      forgetLink(page);
      forget();
    },
  };
}
