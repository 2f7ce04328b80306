import { newKey } from '../../../lib/api/action-key.ts';
import { localStore, tabStore } from '../../../lib/storage.ts';

/** What was typed, without anything of the card. */
export interface Draft {
  planId: number | null;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  companyName: string;
  companyAddress: string;
  websiteUrl: string;
  referralCode: string;
}

export const nobody: Draft = {
  planId: null,
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  companyName: '',
  companyAddress: '',
  websiteUrl: '',
  referralCode: '',
};

/**
 * What this tab remembers of a sign-up, so that a reload and the way back from the bank lead on
 * with it.
 */
interface Kept {
  /** The secret that leads back to the sign-up. */
  token: string;
  /** It was sent at least once: the server may know of it. */
  sent: boolean;
  /** The e-mail that it was sent with: a sign-up has one e-mail. Null before. */
  email: string | null;
  /** The key of what was sent last, until its answer came. */
  key: string | null;
  draft: Draft | null;
}

const name = 'sign-up';

/** A secret for one sign-up. */
export const newToken = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

const fresh = (): Kept => ({ token: newToken(), sent: false, email: null, key: null, draft: null });

function read(): Kept | null {
  try {
    const stored: Kept | null = JSON.parse(tabStore.get(name) ?? 'null');
    return stored;
  } catch {
    return null;
  }
}

// Where the tab's storage is closed to us, the sign-up lives as long as the page.
let kept: Kept | null = null;

const change = (more: Partial<Kept>): Kept => {
  kept = { ...current(), ...more };
  tabStore.set(name, JSON.stringify(kept));
  return kept;
};

const current = (): Kept => (kept ??= read() ?? fresh());

const askerName = 'sign-up-asker';

/**
 * The secret of the sign-up that asked for a link, for all tabs of this browser: the link opens in
 * another one, and what was typed is given back only to whoever asked.
 */
export const linkAsker = {
  read: (): string | undefined => localStore.get(askerName) ?? undefined,
  keep: (token: string): void => localStore.set(askerName, token),
  forget: (): void => localStore.set(askerName, null),
};

/** The sign-up of this tab. */
export const signUpTab = {
  read: current,
  keepDraft: (draft: Draft): void => void change({ draft }),
  /**
   * The secret and the key of what is sent now: the same again as long as no answer came. Another
   * e-mail than before makes it another sign-up.
   */
  beginCall: (email: string): { token: string; key: string } => {
    const { email: before, draft } = current();
    if (before && before.toLowerCase() !== email.toLowerCase()) change({ ...fresh(), draft });
    const key = current().key ?? newKey();
    return { token: change({ sent: true, email, key }).token, key };
  },
  endCall: (): void => void change({ key: null }),
  /**
   * Goes on with the sign-up that a link of an e-mail opened. What was typed is there only in the
   * browser that asked for the link; elsewhere the form begins with the e-mail.
   */
  goOn: ({ token, email, draft }: { token: string; email: string; draft: Draft | null }): void => {
    linkAsker.forget();
    change({ ...fresh(), token, email, draft: draft ?? { ...nobody, email }, sent: true });
  },
  /** Begins another sign-up with what was typed. */
  renew: (): void => void change({ ...fresh(), draft: current().draft }),
  /** Forgets the sign-up: the next one is another. */
  forget: (): void => {
    kept = null;
    tabStore.set(name, null);
  },
};
