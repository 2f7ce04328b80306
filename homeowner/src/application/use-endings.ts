import * as api from './api.ts';
import { forgetLink, leaveLink } from './link.ts';
import { storeFormer, storeToken, type PageKey } from './storage.ts';
import { keepTyped } from './typed.ts';

/** What ends this browser's part in an application. `clear` shows an empty form. */
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
    /** Takes the application out of this browser; its secret ends, too, once the server hears of it. */
    leave: () => {
      if (token.current !== null)
        api.leave({ params: { token: token.current } }).catch(() => undefined);
      storeFormer(page, null);
      forgetLink(page);
      forget();
    },
  };
}
