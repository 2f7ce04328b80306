import type { QueryClient } from '@tanstack/react-query';
import type { Reactions } from '../lib/api/send.ts';
import { openDialog } from '../lib/dialog.ts';
import { dropHint, forgetSession } from '../lib/session.ts';
import { tabStore } from '../lib/storage.ts';
import { showToast } from '../lib/toast.ts';

/** What the reactions need of the page: the browser's parts are handed in. */
export interface PageControl {
  path(): string;
  /** Path and query, to come back to after signing in. */
  address(): string;
  reload(): void;
  go(to: '/' | '/login', returnTo?: string): Promise<void>;
}

const reloadedKey = 'lintel.reloaded-after-denial';

/** Forgets that a path was reloaded, once the user is elsewhere: at `path`. Arriving at the refused path itself forgets nothing. */
export function forgetReload(path: string): void {
  if (tabStore.get(reloadedKey) !== path) tabStore.set(reloadedKey, null);
}

/** Says that access was denied and returns to the dashboard. */
export async function tellAccessDenied(page: PageControl): Promise<void> {
  await openDialog({ title: 'ACCESS_DENIED', text: 'Access denied', tone: 'warning' });
  await page.go('/');
}

/**
 * The application's answers to a lost session, a refusal and a server failure. A refused page is reloaded once, because the
 * account may have been switched in another tab; when it is refused again the user is told. It never loops.
 */
export function makeReactions(client: QueryClient, page: PageControl): Reactions {
  let telling = false;
  let leaving = false;
  return {
    signedOut: () => {
      // A page asks for several things at once, and each is refused: the first leads away, from where one wanted to be.
      if (leaving || page.path() === '/login') return;
      leaving = true;
      dropHint();
      void page
        .go('/login', page.address())
        .then(() => forgetSession(client))
        .finally(() => {
          leaving = false;
        });
    },
    denied: () => {
      if (telling) return;
      if (tabStore.get(reloadedKey) !== page.path()) {
        tabStore.set(reloadedKey, page.path());
        page.reload();
        return;
      }
      telling = true;
      void tellAccessDenied(page).finally(() => {
        telling = false;
      });
    },
    failed: () => showToast('Something wrong', 'danger', false, 'server-failed'),
  };
}
