/** Browser storage that never throws, even where cookies are disabled. */
const safely = (pick: () => Storage) => ({
  get(key: string): string | null {
    try {
      return pick().getItem(key);
    } catch {
      return null;
    }
  },
  set(key: string, value: string | null): void {
    try {
      if (value === null) pick().removeItem(key);
      else pick().setItem(key, value);
    } catch {
      // Values that can't be stored are fetched or entered again.
    }
  },
  /** Keys with this prefix. */
  names(start: string): string[] {
    try {
      return Object.keys(pick()).filter((key) => key.startsWith(start));
    } catch {
      return [];
    }
  },
});

export const localStore = safely(() => window.localStorage);
export const tabStore = safely(() => window.sessionStorage);

/** Clears this tab's data about the signed-in user. */
export function clearTab(): void {
  try {
    window.sessionStorage.clear();
  } catch {
    // Nothing was stored.
  }
}
