import type { ReactNode } from 'react';
import type { Brand } from '@lintel/contract/brand';
import {
  languageParameter,
  languages,
  locales,
  type Language,
} from '@lintel/contract/core/language';
import type { PageEmbed } from '@lintel/contract/marketing/embeds';
import type { IslandData } from './application/island-data.ts';
import type { Assets } from './assets.ts';
import { earlyScript } from './early-script.ts';
import { colorVariables } from './embed-colors.ts';
import { language, locale } from './language.ts';
import css from './page.css?inline';

interface DocumentProps {
  title: string;
  description: string;
  /** The URL without a language; null keeps the page out of search engines. */
  url?: string | null;
  /** Whether the URL includes the language: search engines treat it as a separate page. */
  named?: boolean;
  image?: string | null;
  brand: Brand;
  assets?: Assets | null;
  data?: IslandData | null;
  /** A small inline script, allowed by the page's policy. */
  script?: string | null;
  /** Null for a standalone page. */
  embed?: PageEmbed | null;
  children: ReactNode;
}

/** Escapes JSON for a script element, so that it can't close the element. */
const inScript = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', String.raw`\u003c`);

/**
 * The whole document. The styles are inline, so the first paint needs only the document itself; the
 * web font's stylesheet is at the end of the body, where it blocks nothing above it.
 */
export function Document({
  title,
  description,
  url = null,
  named = false,
  image = null,
  brand,
  assets = null,
  data = null,
  script = null,
  embed = null,
  children,
}: DocumentProps) {
  const colors = colorVariables(brand, embed);
  const addressIn = (one: Language): string => `${url}?${languageParameter}=${one}`;
  const canonical = named && url !== null ? addressIn(language()) : url;
  return (
    <html lang={locale()} data-embed={embed?.view}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <meta name="theme-color" content={brand.primaryColor} />
        <meta name="color-scheme" content="light" />
        {url === null || canonical === null ? (
          <meta name="robots" content="noindex" />
        ) : (
          <>
            <link rel="canonical" href={canonical} />
            {languages.map((one) => (
              <link key={one} rel="alternate" hrefLang={locales[one]} href={addressIn(one)} />
            ))}
            <link rel="alternate" hrefLang="x-default" href={url} />
          </>
        )}
        <link rel="icon" href={`data:image/svg+xml,${encodeURIComponent(brandIcon(brand))}`} />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        <meta property="og:type" content="website" />
        <meta property="og:locale" content={locale().replace('-', '_')} />
        {canonical !== null && <meta property="og:url" content={canonical} />}
        {url !== null && image !== null && (
          <meta property="og:image" content={new URL(image, url).href} />
        )}
        <style dangerouslySetInnerHTML={{ __html: colors + css }} />
        {data && assets && (
          <script data-id={data.pageId} dangerouslySetInnerHTML={{ __html: earlyScript }} />
        )}
        {script !== null && <script dangerouslySetInnerHTML={{ __html: script }} />}
        {assets?.preload.map((href) => (
          <link key={href} rel="modulepreload" href={href} />
        ))}
      </head>
      <body>
        {children}
        {assets?.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {data && assets && (
          <script
            type="application/json"
            id="island"
            dangerouslySetInnerHTML={{ __html: inScript(data) }}
          />
        )}
        {assets && <script type="module" src={assets.script} />}
        {embed && <script src={embed.script} />}
      </body>
    </html>
  );
}

const brandIcon = (brand: Brand): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${brand.primaryColor}"/><path d="M6 11h20v4H6zM9 17h4v9H9zm10 0h4v9h-4z" fill="#fff"/></svg>`;
