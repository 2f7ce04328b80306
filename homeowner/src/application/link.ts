import { linkFragment } from '@lintel/contract/links/constants';
import type { ApplicationDraft } from '@lintel/contract/applications/form';
import * as api from './api.ts';
import type { PageKey } from './storage.ts';

const keyOf = ({ pageId }: PageKey): string => `lintel.link.page-${pageId}`;

/** The code of the link that led this tab here, if one did. */
export function storedLink(page: PageKey): string | undefined {
  try {
    return sessionStorage.getItem(keyOf(page)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Whether the contractor's link led this tab here. */
export const isInvited = (page: PageKey): boolean =>
  location.hash.startsWith(linkFragment) || storedLink(page) !== undefined;

/**
 * Takes the code of a sent link out of the address, where someone else could read it, and keeps it
 * for this tab; null where there is none.
 */
export function takeLink(page: PageKey): string | null {
  if (!location.hash.startsWith(linkFragment)) return null;
  const code = location.hash.slice(linkFragment.length);
  history.replaceState(history.state, '', `${location.pathname}${location.search}`);
  try {
    sessionStorage.setItem(keyOf(page), code);
  } catch {
    // Private windows may refuse storage: then nobody learns that the form came of the link.
  }
  return code;
}

/** Forgets the link, for the next person at this device. */
export function forgetLink(page: PageKey): void {
  try {
    sessionStorage.removeItem(keyOf(page));
  } catch {
    // Private windows may refuse storage: then nothing was kept.
  }
}

/** What the contractor has filled in; nothing where the link no longer works, or nobody answers. */
export const filledBy = ({ pageId }: PageKey, code: string): Promise<ApplicationDraft> =>
  api.openLink({ params: { code }, body: { pageId } }).catch(() => ({}));

/** The link's statement does not stay in the address, where someone else could read it. */
export const leaveLink = (): void =>
  history.replaceState(history.state, '', `${location.pathname}${location.search}`);
