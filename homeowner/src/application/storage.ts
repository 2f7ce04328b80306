/** A page's id stays the same when it is renamed. */
export interface PageKey {
  pageId: number;
}

const storageKey = ({ pageId }: PageKey): string => `lintel.application.page-${pageId}`;

/** The application that this browser sent before starting a new one. */
const sentStorageKey = ({ pageId }: PageKey): string => `lintel.application.page-${pageId}.sent`;

/**
 * The secret of the application that this browser started on a page. Private windows may block
 * storage: then it isn't stored.
 */
export const storedToken = (page: PageKey): string | null => read(storageKey(page));

/** Stores the secret; null removes it. */
export function storeToken(page: PageKey, token: string | null): void {
  write(storageKey(page), token);
}

export const storedSentToken = (page: PageKey): string | null => read(sentStorageKey(page));
export const storeSentToken = (page: PageKey, token: string | null): void =>
  write(sentStorageKey(page), token);

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Not stored, so a reload starts over.
  }
}
