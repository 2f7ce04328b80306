/** A page keeps its id when it is renamed. */
export interface PageKey {
  pageId: number;
  pageName: string;
}

const keyOf = ({ pageId }: PageKey): string => `lintel.application.page-${pageId}`;
/** Applications that were begun before the key was the page's id. */
const formerKeyOf = ({ pageName }: PageKey): string => `lintel.application.${pageName}`;

/**
 * The secret of the application that this browser started on a page. Private windows may refuse
 * storage: then it is not kept.
 */
export function storedToken(page: PageKey): string | null {
  try {
    return localStorage.getItem(keyOf(page)) ?? localStorage.getItem(formerKeyOf(page));
  } catch {
    return null;
  }
}

/** Keeps the secret; null forgets it. */
export function storeToken(page: PageKey, token: string | null): void {
  try {
    localStorage.removeItem(formerKeyOf(page));
    if (token === null) localStorage.removeItem(keyOf(page));
    else localStorage.setItem(keyOf(page), token);
  } catch {
    // Not kept, which only means that a reload starts anew.
  }
}
