/** Browser storage that never throws: with cookies disabled, touching it is an error. */
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
      // What cannot be remembered is asked for again.
    }
  },
  /** The keys that begin so. */
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

/** Forgets what this tab remembers of whoever was signed in. */
export function clearTab(): void {
  try {
    window.sessionStorage.clear();
  } catch {
    // Nothing was remembered.
  }
}
