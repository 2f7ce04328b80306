/** The languages that homeowners read, the first one where nothing else is known. */
export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

export const isLanguage = (value: unknown): value is Language =>
  languages.some((language) => language === value);

/** Each in its own words, for the switch. */
export const languageNames: Record<Language, string> = { en: 'English', es: 'Español' };

/** As contractors and staff read them. */
export const languagesInEnglish: Record<Language, string> = { en: 'English', es: 'Spanish' };

/** As `Intl` and the `lang` attribute want it: with the country, whose dollars and dates they are. */
export const localeOf: Record<Language, string> = { en: 'en-US', es: 'es-US' };

/** The query parameter, and the cookie that remembers it. */
export const languageParameter = 'lang';
