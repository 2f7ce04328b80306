import type { QueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { Reactions } from '../lib/api/send.ts';
import { dialogStore, openDialog } from '../lib/dialog.ts';
import { forgetSession, sessionQuery } from '../lib/session.ts';
import { removeDrafts } from '../lib/drafts.ts';
import { dropHint } from '../lib/session-hint.ts';
import { broadcastSessionEnd, type SessionEnd } from '../lib/session-end.ts';
import { splashStore } from '../lib/splash.ts';
import { tabStore } from '../lib/storage.ts';
import { showToast } from '../lib/toast.ts';

/** The browser features that reactions need, injected. */
export interface PageControl {
  path(): string;
  /** Path and query, to return to after signing in. */
  address(): string;
  /** Whether only signed-in users see the page. */
  isInside(): boolean;
  reload(): void;
  go(to: '/' | '/login', returnTo?: string): Promise<void>;
}

const reloadedKey = 'lintel.reloaded-after-denial';

/**
 * Forgets that a path was reloaded once the user is elsewhere, at `path`. Arriving at the denied
 * path itself changes nothing.
 */
export function forgetReload(path: string): void {
  if (tabStore.get(reloadedKey) !== path) tabStore.set(reloadedKey, null);
}

/** Reports denied access and returns to the dashboard. */
export async function showAccessDenied(page: PageControl): Promise<void> {
  await openDialog({
    title: m.shell_accessDenied_code(),
    text: m.shell_accessDenied_title(),
    tone: 'warning',
  });
  await page.go('/');
}

export interface PageReactions extends Reactions {
  /** The session ended in another tab. */
  endedInOtherTab(end: SessionEnd): void;
}

/**
 * The application's reactions to a lost session, denied access, and a server failure. A denied page
 * is reloaded once, because the account may have been switched in another tab; if it is denied
 * again, the user sees a message. Never loops.
 */
export function makeReactions(client: QueryClient, page: PageControl): PageReactions {
  let isShowing = false;
  let leaving = false;
  let proving: Promise<boolean> | null = null;
  const leave = (returnTo?: string): void => {
    leaving = true;
    dropHint();
    // An open question belongs to a page that is about to disappear.
    dialogStore.get()?.settle(false);
    void page
      .go('/login', returnTo)
      .then(() => forgetSession(client))
      .finally(() => {
        leaving = false;
        splashStore.set(null);
      });
  };
  return {
    signedOut: () => {
      // All of a page's parallel calls fail: the first one navigates away from the original page.
      if (leaving || page.path() === '/login') return;
      broadcastSessionEnd('ended');
      leave(page.address());
    },
    endedInOtherTab: (end) => {
      // That tab has removed the drafts: this one must not write them again.
      if (end === 'signed-out') removeDrafts();
      if (leaving) return;
      if (page.isInside()) {
        // Immediately, whatever the sign-in page still has to load.
        splashStore.set(m.shell_signingOut());
        leave(end === 'ended' ? page.address() : undefined);
        return;
      }
      // A visitor page stays: this hint is all it has of the session.
      dropHint();
      client.removeQueries({ queryKey: sessionQuery.queryKey });
    },
    // Parallel calls share one dialog.
    stepUp: () => {
      proving ??= openDialog({ title: '', text: '', proof: true }).finally(() => {
        proving = null;
      });
      return proving;
    },
    denied: () => {
      if (isShowing) return;
      if (tabStore.get(reloadedKey) !== page.path()) {
        tabStore.set(reloadedKey, page.path());
        page.reload();
        return;
      }
      isShowing = true;
      void showAccessDenied(page).finally(() => {
        isShowing = false;
      });
    },
    failed: () => showToast(m.common_error_title(), 'danger', false, 'server-failed'),
  };
}
