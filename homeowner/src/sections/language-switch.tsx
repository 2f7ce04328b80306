import {
  languageNames,
  languageParameter,
  languages,
  localeOf,
} from '@lintel/contract/core/language';
import { language } from '../language.ts';

/** The other languages, each by its own name. Plain links, so they work without scripts. */
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
