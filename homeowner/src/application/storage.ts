const keyOf = (pageName: string): string => `lintel.application.${pageName}`;

/**
 * The secret of the application that this browser started on a page. Private windows may refuse
 * storage: then it is not kept.
 */
export function storedToken(pageName: string): string | null {
  try {
    return localStorage.getItem(keyOf(pageName));
  } catch {
    return null;
  }
}

/** Keeps the secret; null forgets it. */
export function storeToken(pageName: string, token: string | null): void {
  try {
    if (token === null) localStorage.removeItem(keyOf(pageName));
    else localStorage.setItem(keyOf(pageName), token);
  } catch {
    // Not kept, which only means that a reload starts anew.
  }
}
