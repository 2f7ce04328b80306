import { localeOf, type Language } from '@lintel/contract/core/language';

let current: Language = 'en';

/** The language of the page that is drawn. */
export const language = (): Language => current;
/** Its name for `Intl`. */
export const locale = (): string => localeOf[current];

/** For the browser, whose document has one language. */
export function speakAs(document: { documentElement: { lang: string } }): void {
  current = document.documentElement.lang.startsWith('es') ? 'es' : 'en';
}

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

let zone: string | undefined;

/** In which times of day are written: the browser's own, unless the server draws. */
export const timeZone = (): string | undefined => zone;

/** Draws with the times of a zone. The work is synchronous. */
export function inTimeZone<Result>(wanted: string, work: () => Result): Result {
  zone = wanted;
  try {
    return work();
  } finally {
    zone = undefined;
  }
}
