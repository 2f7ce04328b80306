import {
  languageNames,
  languageParameter,
  languages,
  localeOf,
} from '@lintel/contract/core/language';
import { language } from '../language.ts';

/** The other languages, each in its own words. A plain link: it works without scripts. */
export const LanguageSwitch = ({ query }: { query: Record<string, string> }) => (
  <>
    {languages
      .filter((one) => one !== language())
      .map((one) => (
        <a
          key={one}
          className="language"
          href={`?${new URLSearchParams({ ...query, [languageParameter]: one }).toString()}`}
          lang={localeOf[one]}
          hrefLang={localeOf[one]}
        >
          {languageNames[one]}
        </a>
      ))}
  </>
);
