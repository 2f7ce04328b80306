/** The languages of the homeowner pages; the first is the default. */
export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

export const isLanguage = (value: unknown): value is Language =>
  languages.some((language) => language === value);

/** Each language's own name, for the switch. */
export const languageNames: Record<Language, string> = { en: 'English', es: 'Español' };

/** The English names, for contractors and staff. */
export const languagesInEnglish: Record<Language, string> = { en: 'English', es: 'Spanish' };

/** The locale for `Intl` and the `lang` attribute: with the country, for dollars and dates. */
export const locales: Record<Language, string> = { en: 'en-US', es: 'es-US' };

/** The query parameter, and the cookie that remembers it. */
export const languageParameter = 'lang';
