import * as m from '#messages';
import { renderToString } from 'react-dom/server';
import type { UsState } from '@lintel/contract/core/us-states';
import type { Brand } from '@lintel/contract/brand';
import type { Language } from '@lintel/contract/core/language';
import type { PageEmbed } from '@lintel/contract/marketing/embeds';
import type { ConsentBox, StateText, LegalView } from '@lintel/contract/legal/page';
import type { PublicPage } from '@lintel/contract/pages/page';
import type { ApplicationView } from '@lintel/contract/applications/page';
import type { DocumentView } from '@lintel/contract/documents/page';
import type { PrivacyView } from '@lintel/contract/privacy/page';
import type { Assets } from './assets.ts';
import { ApplicationPage, applicationTitle } from './application-page.tsx';
import { ApplyView } from './apply-view.tsx';
import { overwriteGetLocale } from '../dist/messages/runtime.js';
import { CustomerDocumentPage, documentTitle } from './customer-document.tsx';
import { documentScript } from './document-script.ts';
import { Document } from './document.tsx';
import { earlyScript } from './early-script.ts';
import { inLanguage, inTimeZone, language } from './language.ts';
import { LegalPage, legalTitle as legalTitleOf } from './legal-page.tsx';
import { Closed, NotFound, type ClosedProps } from './not-found.tsx';
import { PrivacyPage, privacyTitle } from './privacy-page.tsx';
import { PublicPageView } from './public-page.tsx';

overwriteGetLocale(language);

/** The inline script of a document's page. */
export { documentScript };

/** The public page's inline scripts; its policy lists their hashes. */
export const inlineScripts = [earlyScript];

/**
 * The public page as a whole HTML document: readable without scripts; the form becomes interactive
 * with one.
 */
export function renderPublicPage(input: {
  page: PublicPage;
  brand: Brand;
  language: Language;
  /** The URL's query without the language. */
  query: Record<string, string>;
  source: string;
  pageUrl: string;
  /** The URL includes the language. */
  isNamed?: boolean;
  assets: Assets | null;
  consents: ConsentBox[];
  /** False while applications aren't open. */
  isOpen: boolean;
  /** The states whose homeowners can apply; null for all. */
  servedStates: readonly UsState[] | null;
  stateTexts: StateText[];
  /** Set when it is rendered for a frame on another website. */
  embed?: PageEmbed;
}): string {
  return inLanguage(input.language, () => publicPage(input));
}

function publicPage(input: Parameters<typeof renderPublicPage>[0]): string {
  const { page, brand, query, isOpen, embed = null } = input;
  // A frame's content isn't indexed, so it has no URL.
  const pageUrl = embed === null ? input.pageUrl : null;
  const title = `${page.title || m.page_title()} | ${page.companyName}`;
  const description = m.page_description({ company: page.companyName });
  const form = {
    pageId: page.id,
    pageName: page.pageName,
    companyName: page.companyName,
    brandName: brand.name,
    phone: page.phone,
    source: input.source,
    language: input.language,
    consents: input.consents,
    servedStates: input.servedStates,
    stateTexts: input.stateTexts,
  };
  const data = isOpen ? form : null;
  return document(
    <Document
      title={title}
      description={description}
      url={pageUrl}
      named={input.isNamed === true}
      image={page.logoUrl}
      brand={brand}
      assets={isOpen ? input.assets : null}
      data={data}
      embed={embed}
    >
      {embed?.view === 'apply' ? (
        <ApplyView page={page} brand={brand} island={data} query={query} />
      ) : (
        <PublicPageView page={page} brand={brand} island={data} query={query} embed={embed} />
      )}
    </Document>,
  );
}

/** The page for an unknown URL. */
export function renderNotFound({ brand, language }: { brand: Brand; language: Language }): string {
  return inLanguage(language, () =>
    document(
      <Document
        title={`${m.not_found_title()} | ${brand.name}`}
        description={m.not_found_heading()}
        brand={brand}
      >
        <NotFound brand={brand} />
      </Document>,
    ),
  );
}

/** The page of a closed page, with the contractor's contact. */
export function renderClosed({
  language,
  ...closed
}: ClosedProps & { language: Language }): string {
  return inLanguage(language, () =>
    document(
      <Document
        title={`${m.closed_title()} | ${closed.companyName}`}
        description={m.closed_heading()}
        brand={closed.brand}
      >
        <Closed {...closed} />
      </Document>,
    ),
  );
}

/** The pages for homeowners' privacy requests, and their links. */
export function renderPrivacy({
  page,
  brand,
  language,
  view,
}: {
  page: PublicPage | null;
  brand: Brand;
  language: Language;
  view: PrivacyView;
}): string {
  return inLanguage(language, () =>
    document(
      <Document
        title={`${privacyTitle(view)} | ${page?.companyName ?? brand.name}`}
        description={m.privacy_description()}
        brand={brand}
      >
        <PrivacyPage page={page} brand={brand} view={view} />
      </Document>,
    ),
  );
}

/** An application's pages for browsers without scripts; they redirect the others. */
export function renderApplication(input: {
  page: PublicPage | null;
  brand: Brand;
  language: Language;
  /** The time zone of displayed times. */
  timeZone: string;
  view: ApplicationView;
  /** The public page was closed, so scripts don't redirect there. */
  isClosed: boolean;
  assets: Assets | null;
}): string {
  return inLanguage(input.language, () => inTimeZone(input.timeZone, () => application(input)));
}

const application = ({
  page,
  brand,
  view,
  isClosed,
  assets,
}: Parameters<typeof renderApplication>[0]) =>
  document(
    <Document
      title={`${applicationTitle(view)} | ${page?.companyName ?? brand.name}`}
      description={m.plain_title()}
      brand={brand}
      assets={view.step === 'ask' && !isClosed ? assets : null}
    >
      <ApplicationPage page={page} brand={brand} view={view} isClosed={isClosed} />
    </Document>,
  );

/** The provider's legal texts and lists, and a homeowner's consents. */
export function renderLegal({
  page,
  brand,
  language: wanted,
  view,
  query,
}: {
  page: PublicPage;
  brand: Brand;
  language: Language;
  view: LegalView;
  query: Record<string, string>;
}): string {
  return inLanguage(wanted, () =>
    document(
      <Document
        title={`${legalTitleOf(view)} | ${page.companyName}`}
        description={legalTitleOf(view)}
        brand={brand}
      >
        <LegalPage page={page} brand={brand} view={view} query={query} />
      </Document>,
    ),
  );
}

/** An estimate or an invoice for its customer. */
export function renderDocument({
  page,
  brand,
  language: wanted,
  timeZone,
  view,
}: {
  page: PublicPage | null;
  brand: Brand;
  language: Language;
  timeZone: string;
  view: DocumentView;
}): string {
  const draw = (): string => {
    const company = view.step === 'document' ? view.document.company.name : brand.name;
    return document(
      <Document
        title={`${documentTitle(view)} | ${company}`}
        description={documentTitle(view)}
        brand={brand}
        script={view.step === 'document' ? documentScript : null}
      >
        <CustomerDocumentPage page={page} brand={brand} view={view} />
      </Document>,
    );
  };
  return inLanguage(wanted, () => inTimeZone(timeZone, draw));
}

const document = (element: React.ReactElement): string =>
  `<!doctype html>${renderToString(element)}`;
