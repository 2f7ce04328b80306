/** A page keeps its id when it is renamed. */
export interface PageKey {
  pageId: number;
}

const keyOf = ({ pageId }: PageKey): string => `lintel.application.page-${pageId}`;

/** The application that this browser has sent before it started a new one. */
const sentKeyOf = ({ pageId }: PageKey): string => `lintel.application.page-${pageId}.sent`;

/**
 * The secret of the application that this browser started on a page. Private windows may refuse
 * storage: then it is not kept.
 */
export const storedToken = (page: PageKey): string | null => read(keyOf(page));

/** Keeps the secret; null forgets it. */
export function storeToken(page: PageKey, token: string | null): void {
  keep(keyOf(page), token);
}

export const storedFormer = (page: PageKey): string | null => read(sentKeyOf(page));
export const storeFormer = (page: PageKey, token: string | null): void =>
  keep(sentKeyOf(page), token);

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function keep(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Not kept, which only means that a reload starts anew.
  }
}
