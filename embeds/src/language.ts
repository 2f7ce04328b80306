import { localeOf, type Language } from '@lintel/contract/core/language';

let current: Language = 'en';

/** The language of the page that is drawn, or that the script stands in. */
export const language = (): Language => current;
/** Its name for `Intl`. */
export const locale = (): string => localeOf[current];

/** Draws in a language. The work is synchronous, so that nothing else is drawn meanwhile. */
export function inLanguage<Result>(wanted: Language, work: () => Result): Result {
  const before = current;
  current = wanted;
  try {
    return work();
  } finally {
    current = before;
  }
}

/** For a script, whose page has one language. */
export function speakAs(wanted: Language): void {
  current = wanted;
}
