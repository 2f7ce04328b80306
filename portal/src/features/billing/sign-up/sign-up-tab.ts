import { newKey } from '../../../lib/api/action-key.ts';
import { localStore, tabStore } from '../../../lib/storage.ts';

/** The input, without any card data. */
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

export const emptyDraft: Draft = {
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

/** The tab's state of a sign-up, so that it survives a reload and the return from the bank. */
interface StoredSignUp {
  /** The secret that identifies the sign-up. */
  token: string;
  /** It was sent at least once, so the server may have it. */
  sent: boolean;
  /** The e-mail it was sent with; a sign-up has only one. Null before. */
  email: string | null;
  /** The key of the last request until its response arrives. */
  key: string | null;
  draft: Draft | null;
}

const name = 'sign-up';

/** Creates a sign-up's secret. */
export const newToken = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

const fresh = (): StoredSignUp => ({
  token: newToken(),
  sent: false,
  email: null,
  key: null,
  draft: null,
});

function read(): StoredSignUp | null {
  try {
    const stored: StoredSignUp | null = JSON.parse(tabStore.get(name) ?? 'null');
    return stored;
  } catch {
    return null;
  }
}

// Without access to the tab's storage, the sign-up lasts as long as the page.
let stored: StoredSignUp | null = null;

const change = (more: Partial<StoredSignUp>): StoredSignUp => {
  stored = { ...current(), ...more };
  tabStore.set(name, JSON.stringify(stored));
  return stored;
};

const current = (): StoredSignUp => (stored ??= read() ?? fresh());

const askerName = 'sign-up-asker';

/**
 * The secret of the sign-up that requested a link, shared by all tabs of this browser: the link
 * opens in another one, and only the requesting browser restores the input.
 */
export const linkAsker = {
  read: (): string | undefined => localStore.get(askerName) ?? undefined,
  keep: (token: string): void => localStore.set(askerName, token),
  forget: (): void => localStore.set(askerName, null),
};

/** This tab's sign-up. */
export const signUpTab = {
  read: current,
  storeDraft: (draft: Draft): void => void change({ draft }),
  /**
   * The secret and the key of the current request, unchanged until a response arrives. A different
   * e-mail starts another sign-up.
   */
  beginCall: (email: string): { token: string; key: string } => {
    const { email: before, draft } = current();
    if (before && before.toLowerCase() !== email.toLowerCase()) change({ ...fresh(), draft });
    const key = current().key ?? newKey();
    return { token: change({ sent: true, email, key }).token, key };
  },
  endCall: (): void => void change({ key: null }),
  /**
   * Continues the sign-up that an e-mail's link opened. The input is available only in the browser
   * that requested the link; elsewhere the form starts with the e-mail.
   */
  continueWith: ({
    token,
    email,
    draft,
  }: {
    token: string;
    email: string;
    draft: Draft | null;
  }): void => {
    linkAsker.forget();
    change({ ...fresh(), token, email, draft: draft ?? { ...emptyDraft, email }, sent: true });
  },
  /** Starts another sign-up with the current input. */
  renew: (): void => void change({ ...fresh(), draft: current().draft }),
  /** Forgets the sign-up, so that the next one is new. */
  forget: (): void => {
    stored = null;
    tabStore.set(name, null);
  },
};
