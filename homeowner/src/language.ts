import { locales, type Language } from '@lintel/contract/core/language';

let current: Language = 'en';

/** The language of the page being rendered. */
export const language = (): Language => current;
/** The locale for `Intl`. */
export const locale = (): string => locales[current];

/** Sets the language in the browser, where the document has only one. */
export function setLanguage(document: { documentElement: { lang: string } }): void {
  current = document.documentElement.lang.startsWith('es') ? 'es' : 'en';
}

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

let zone: string | undefined;

/** The time zone of displayed times: the browser's own, unless the server renders. */
export const timeZone = (): string | undefined => zone;

/** Renders times in a zone. `work` is synchronous. */
export function inTimeZone<Result>(next: string, work: () => Result): Result {
  zone = next;
  try {
    return work();
  } finally {
    zone = undefined;
  }
}
