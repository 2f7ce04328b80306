import type { UsState } from '@lintel/contract/core/us-states';
import type { Source } from '@lintel/contract/applications/constants';
import type { Brand } from '@lintel/contract/brand';
import type { Language } from '@lintel/contract/core/language';
import type { PageEmbed } from '@lintel/contract/marketing/embeds';
import type { CoBrandedPage, PublicPage } from '@lintel/contract/pages/page';
import type { ApplicationView } from '@lintel/contract/applications/page';
import type { DocumentView } from '@lintel/contract/documents/page';
import type { PrivacyView } from '@lintel/contract/privacy/page';
import type { ClosedPage, PageRow } from './repository.ts';
import { usStates } from '@lintel/contract/core/us-states';
import { readLegalText } from '@lintel/contract/legal/markup';
import type { ConsentBox, LegalView, ProviderLine, StateText } from '@lintel/contract/legal/page';
import type { PublicProvider } from '@lintel/contract/legal/provider';
import { brandFromConfig } from '../../platform/brand.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import { contractorPlan } from '../contractors/index.ts';
import {
  currentConsents,
  currentStateTexts,
  readPublicFacts,
  readServedStates,
  takesApplications,
} from '../legal/index.ts';
import { readRateRange } from './rate-repository.ts';

/** A page's flyer text and the URL of its logo. */
export type PageFlyer = Pick<CoBrandedPage, 'logo' | 'flyer'>;

const logoUrl = (key: string | null): string | null => key && `/api/v1/media/${key}`;

export function presentPage(
  page: PageRow,
  publicUrl: string,
  { logo, flyer }: PageFlyer,
): CoBrandedPage {
  return {
    id: page.id,
    pageName: page.pageName,
    fullUrl: `${publicUrl}/p/${page.pageName}`,
    isActive: page.isActive,
    logoUrl: logoUrl(page.logoKey),
    logo,
    flyer,
    params: {
      companyName: page.companyName,
      title: page.title,
      logoLinkUrl: page.logoLinkUrl,
      fdAgreement: page.fdAgreement,
      helocOffer: page.helocOffer,
      concierge: page.concierge,
      ccAcceptance: page.ccAcceptance,
    },
    version: page.version,
  };
}

interface PageDrawing {
  language: Language;
  /** Query parameters besides the language, which the language switch keeps. */
  query: Record<string, string>;
  source: Source;
  /** The URL names the language; search engines index these. */
  isNamed?: boolean;
  /** False for a static preview without scripts. */
  alive: boolean;
  /** Set when the page is embedded in a website. */
  embed?: PageEmbed;
}

/** Renders the public pages as complete HTML documents. */
export interface PageRenderer {
  readonly inlineScripts: readonly string[];
  renderPage(
    input: PageDrawing & {
      page: PublicPage;
      brand: Brand;
      pageUrl: string;
      consents: ConsentBox[];
      /** False: the page states that applications aren't open yet. */
      isOpen: boolean;
      /** Null for all states. */
      servedStates: readonly UsState[] | null;
      stateTexts: StateText[];
    },
  ): string;
  renderNotFound(input: { brand: Brand; language: Language }): string;
  /** Renders a closed page; `phone` is ten digits, or empty. */
  renderClosed(input: ClosedPage & { brand: Brand; language: Language }): string;
  renderPrivacy(input: {
    page: PublicPage | null;
    brand: Brand;
    language: Language;
    view: PrivacyView;
  }): string;
  renderApplication(input: {
    page: PublicPage | null;
    brand: Brand;
    language: Language;
    timeZone: string;
    view: ApplicationView;
    /** The public page was closed, so it isn't linked. */
    isClosed: boolean;
  }): string;
  /** The inline script of a document's page, whose hash its CSP contains. */
  readonly documentScript: string;
  renderDocument(input: {
    page: PublicPage | null;
    brand: Brand;
    language: Language;
    timeZone: string;
    view: DocumentView;
  }): string;
  renderLegal(input: {
    page: PublicPage;
    brand: Brand;
    language: Language;
    view: LegalView;
    query: Record<string, string>;
  }): string;
}

/** Renders a stored page as a complete HTML document. */
export async function drawPage(
  { db, clock, config, renderer }: Pick<Context, 'db' | 'clock' | 'config' | 'renderer'>,
  row: PageRow,
  drawing: PageDrawing,
): Promise<string> {
  const { page, provider } = await readPublicPage(db, row);
  const brand = brandFromConfig(config);
  const { language } = drawing;
  const at = { brand, provider, page: row };
  const shown = { language, now: clock.now() };
  const consents = await currentConsents(db, at, shown);
  const stateTexts = await currentStateTexts(db, at, shown);
  return renderer.renderPage({
    ...drawing,
    page,
    brand,
    isOpen: takesApplications(config, provider),
    servedStates: await readServedStates(db),
    pageUrl: `${config.publicUrl}/p/${row.pageName}`,
    consents: consents.map(({ kind, hash, text }) => ({ kind, hash, ...readLegalText(text) })),
    stateTexts: stateTexts.map(({ state, hash, text }) => ({
      state,
      hash,
      ...readLegalText(text),
    })),
  });
}

type Branding = Pick<Context, 'db' | 'config' | 'renderer'>;

/** Renders a privacy page with the branding of a stored page or, without one, of the provider. */
export async function drawPrivacyPage(
  { db, config, renderer }: Branding,
  row: PageRow | undefined,
  language: Language,
  view: PrivacyView,
): Promise<string> {
  const page = row === undefined ? null : (await readPublicPage(db, row)).page;
  return renderer.renderPrivacy({ page, brand: brandFromConfig(config), language, view });
}

/**
 * Renders an application's page with the branding of a stored page or, without one, of the
 * provider.
 */
export async function drawApplicationPage(
  { db, config, renderer }: Branding,
  row: PageRow | undefined,
  drawing: { language: Language; timeZone: string; view: ApplicationView },
): Promise<string> {
  const isClosed = row?.isActive === false;
  const brand = brandFromConfig(config);
  if (row === undefined)
    return renderer.renderApplication({ ...drawing, page: null, brand, isClosed });
  const { page } = await readPublicPage(db, row);
  return renderer.renderApplication({ ...drawing, page, brand, isClosed });
}

/** Renders a document's page, with the footer of the page whose financing it offers. */
export async function drawDocumentPage(
  { db, config, renderer }: Branding,
  row: PageRow | undefined,
  drawing: { language: Language; timeZone: string; view: DocumentView },
): Promise<string> {
  const page = row === undefined ? null : (await readPublicPage(db, row)).page;
  return renderer.renderDocument({ ...drawing, page, brand: brandFromConfig(config) });
}

interface LegalDrawing {
  language: Language;
  view: LegalView;
  /** Query parameters besides the language. */
  query?: Record<string, string>;
}

/** Renders a legal page with the branding of a stored page. */
export async function drawLegalPage(
  { db, config, renderer }: Branding,
  row: PageRow,
  { language, view, query = {} }: LegalDrawing,
): Promise<string> {
  const { page } = await readPublicPage(db, row);
  return renderer.renderLegal({ page, brand: brandFromConfig(config), language, view, query });
}

async function readPublicPage(db: Database, row: PageRow) {
  const [{ contractor }, provider, rates] = await Promise.all([
    contractorPlan(db, row.contractorId),
    readPublicFacts(db),
    readRateRange(db),
  ]);
  const page: PublicPage = {
    id: row.id,
    pageName: row.pageName,
    companyName: row.companyName,
    title: row.title,
    logoUrl: logoUrl(row.logoKey),
    logoLinkUrl: row.logoLinkUrl,
    phone: contractor.phone,
    address: contractor.companyAddress,
    websiteUrl: contractor.websiteUrl,
    licenseNumber: contractor.licenseNumber,
    provider: providerLine(provider),
    helocOffer: row.helocOffer,
    fdAgreement: row.fdAgreement,
    creditCards: row.ccAcceptance === 'Yes',
    concierge: row.concierge,
    rates,
  };
  return { page, provider };
}

const providerLine = ({ nmlsId, licenses, lenders }: PublicProvider): ProviderLine => ({
  nmlsId,
  states: [...new Set(licenses.map(({ state }) => usStates[state]))].toSorted(),
  hasLenders: lenders.length > 0,
});
