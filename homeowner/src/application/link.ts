import { linkFragment } from '@lintel/contract/links/constants';
import type { ApplicationDraft } from '@lintel/contract/applications/form';
import * as api from './api.ts';
import type { PageKey } from './storage.ts';

const storageKey = ({ pageId }: PageKey): string => `lintel.link.page-${pageId}`;

/** The code of the link that opened this tab, if any. */
export function storedLink(page: PageKey): string | undefined {
  try {
    return sessionStorage.getItem(storageKey(page)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Whether the contractor's link opened this tab. */
export const isInvited = (page: PageKey): boolean =>
  location.hash.startsWith(linkFragment) || storedLink(page) !== undefined;

/**
 * Moves a sent link's code out of the URL, where others could read it, and stores it for this tab;
 * null without one.
 */
export function storeLink(page: PageKey): string | null {
  if (!location.hash.startsWith(linkFragment)) return null;
  const code = location.hash.slice(linkFragment.length);
  history.replaceState(history.state, '', `${location.pathname}${location.search}`);
  try {
    sessionStorage.setItem(storageKey(page), code);
  } catch {
    // Private windows may block storage: then the form isn't attributed to the link.
  }
  return code;
}

/** Removes the link, for the next person at this device. */
export function removeLink(page: PageKey): void {
  try {
    sessionStorage.removeItem(storageKey(page));
  } catch {
    // Private windows may block storage: then nothing was stored.
  }
}

/** What the contractor prefilled; empty when the link no longer works, or without a response. */
export const loadPrefill = ({ pageId }: PageKey, code: string): Promise<ApplicationDraft> =>
  api.openLink({ params: { code }, body: { pageId } }).catch(() => ({}));

/** Removes the link's token from the URL, where others could read it. */
export const clearLink = (): void =>
  history.replaceState(history.state, '', `${location.pathname}${location.search}`);
