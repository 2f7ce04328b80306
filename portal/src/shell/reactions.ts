import type { QueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { Reactions } from '../lib/api/send.ts';
import { dialogStore, openDialog } from '../lib/dialog.ts';
import { forgetSession, sessionQuery } from '../lib/session.ts';
import { forgetDrafts } from '../lib/drafts.ts';
import { dropHint } from '../lib/session-hint.ts';
import { tellOtherTabs, type SessionEnd } from '../lib/session-end.ts';
import { splashStore } from '../lib/splash.ts';
import { tabStore } from '../lib/storage.ts';
import { showToast } from '../lib/toast.ts';

/** What the reactions need of the page: the browser's parts are handed in. */
export interface PageControl {
  path(): string;
  /** Path and query, to come back to after signing in. */
  address(): string;
  /** Whether the page is one that only a signed-in user sees. */
  isInside(): boolean;
  reload(): void;
  go(to: '/' | '/login', returnTo?: string): Promise<void>;
}

const reloadedKey = 'lintel.reloaded-after-denial';

/**
 * Forgets that a path was reloaded, once the user is elsewhere: at `path`. Arriving at the refused
 * path itself forgets nothing.
 */
export function forgetReload(path: string): void {
  if (tabStore.get(reloadedKey) !== path) tabStore.set(reloadedKey, null);
}

/** Says that access was denied and returns to the dashboard. */
export async function tellAccessDenied(page: PageControl): Promise<void> {
  await openDialog({
    title: m.shell_accessDenied_code(),
    text: m.shell_accessDenied_title(),
    tone: 'warning',
  });
  await page.go('/');
}

export interface PageReactions extends Reactions {
  /** The session was ended in another tab. */
  endedElsewhere(end: SessionEnd): void;
}

/**
 * The application's answers to a lost session, a refusal and a server failure. A refused page is
 * reloaded once, because the account may have been switched in another tab; when it is refused
 * again the user is told. It never loops.
 */
export function makeReactions(client: QueryClient, page: PageControl): PageReactions {
  let telling = false;
  let leaving = false;
  let proving: Promise<boolean> | null = null;
  const leave = (returnTo?: string): void => {
    leaving = true;
    dropHint();
    // An open question is about what is not there any more.
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
      // A page asks for several things at once, and each is refused: the first leads away, from
      // where one wanted to be.
      if (leaving || page.path() === '/login') return;
      tellOtherTabs('ended');
      leave(page.address());
    },
    endedElsewhere: (end) => {
      // That tab has removed the drafts: this one must not write them again.
      if (end === 'signed-out') forgetDrafts();
      if (leaving) return;
      if (page.isInside()) {
        // At once, whatever still has to be loaded for the sign-in page.
        splashStore.set(m.shell_signingOut());
        leave(end === 'ended' ? page.address() : undefined);
        return;
      }
      // A visitor's page goes on: of the session it knows nothing but this.
      dropHint();
      client.removeQueries({ queryKey: sessionQuery.queryKey });
    },
    // Several calls that ask at the same time are answered by one dialog.
    stepUp: () => {
      proving ??= openDialog({ title: '', text: '', proof: true }).finally(() => {
        proving = null;
      });
      return proving;
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
    failed: () => showToast(m.common_error_title(), 'danger', false, 'server-failed'),
  };
}
