import {
  languageNames,
  languageParameter,
  languages,
  locales,
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
          lang={locales[one]}
          hrefLang={locales[one]}
        >
          {languageNames[one]}
        </a>
      ))}
  </>
);
