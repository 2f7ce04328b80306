import { locales, type Language } from '@lintel/contract/core/language';

let current: Language = 'en';

/** The current language: of the page being rendered, or of the script's page. */
export const language = (): Language => current;
/** The locale for `Intl`. */
export const locale = (): string => locales[current];

/** Renders in a language. `work` is synchronous, so no other rendering can interleave. */
export function inLanguage<Result>(next: Language, work: () => Result): Result {
  const before = current;
  current = next;
  try {
    return work();
  } finally {
    current = before;
  }
}

/** Sets the language for a script, whose page has only one. */
export function setLanguage(next: Language): void {
  current = next;
}
