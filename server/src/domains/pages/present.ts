import type { Source } from '@lintel/contract/applications/constants';
import type { Brand } from '@lintel/contract/brand';
import type { Language } from '@lintel/contract/core/language';
import type { PageEmbed } from '@lintel/contract/marketing/embeds';
import type { CoBrandedPage, PublicPage } from '@lintel/contract/pages/page';
import type { ApplicationView } from '@lintel/contract/applications/page';
import type { PrivacyView } from '@lintel/contract/privacy/page';
import type { ClosedPage, PageRow } from './repository.ts';
import type { Database } from '../../platform/db/connect.ts';
import { contractorPlan } from '../contractors/index.ts';

/** What a page's flyer says, and the address of the logo that it prints. */
export type PageFlyer = Pick<CoBrandedPage, 'logo' | 'flyer'>;

const logoUrlOf = (key: string | null): string | null => key && `/api/v1/media/${key}`;

export function presentPage(
  page: PageRow,
  publicUrl: string,
  { logo, flyer }: PageFlyer,
): CoBrandedPage {
  return {
    id: page.id,
    pageName: page.pageName,
    fullUrl: `${publicUrl}/p/${page.pageName}`,
    logoUrl: logoUrlOf(page.logoKey),
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
  /** What its address asks for besides the language, which the switch of languages keeps. */
  query: Record<string, string>;
  source: Source;
  /** False for a picture of the page: it gets no scripts. */
  alive: boolean;
  /** Given for a frame on somebody's website. */
  embed?: PageEmbed;
}

/** Draws the public pages as whole HTML documents. */
export interface PageRenderer {
  /** Scripts that stand in the public page itself. */
  readonly inlineScripts: readonly string[];
  renderPage(input: PageDrawing & { page: PublicPage; brand: Brand; pageUrl: string }): string;
  renderNotFound(input: { brand: Brand; language: Language }): string;
  /** What a page that was closed says; `phone` is ten digits, or empty. */
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
  }): string;
}

export interface DrawDeps {
  db: Database;
  publicUrl: string;
  brand: Brand;
  renderer: PageRenderer;
}

/** A stored page as a whole HTML document. */
export async function drawPage(
  deps: DrawDeps,
  row: PageRow,
  drawing: PageDrawing,
): Promise<string> {
  const { contractor } = await contractorPlan(deps.db, row.contractorId);
  return deps.renderer.renderPage({
    ...drawing,
    page: presentPublicPage(row, contractor.phone),
    brand: deps.brand,
    pageUrl: `${deps.publicUrl}/p/${row.pageName}`,
  });
}

/** A privacy page, in the looks of a stored page or, without one, of the provider. */
export async function drawPrivacyPage(
  { db, brand, renderer }: DrawDeps,
  row: PageRow | undefined,
  language: Language,
  view: PrivacyView,
): Promise<string> {
  if (row === undefined) return renderer.renderPrivacy({ page: null, brand, language, view });
  const { contractor } = await contractorPlan(db, row.contractorId);
  const page = presentPublicPage(row, contractor.phone);
  return renderer.renderPrivacy({ page, brand, language, view });
}

/** A page of an application, in the looks of a stored page or, without one, of the provider. */
export async function drawApplicationPage(
  { db, brand, renderer }: Omit<DrawDeps, 'publicUrl'>,
  row: PageRow | undefined,
  drawing: { language: Language; timeZone: string; view: ApplicationView },
): Promise<string> {
  if (row === undefined) return renderer.renderApplication({ ...drawing, page: null, brand });
  const { contractor } = await contractorPlan(db, row.contractorId);
  const page = presentPublicPage(row, contractor.phone);
  return renderer.renderApplication({ ...drawing, page, brand });
}

const presentPublicPage = (row: PageRow, phone: string): PublicPage => ({
  id: row.id,
  pageName: row.pageName,
  companyName: row.companyName,
  title: row.title,
  logoUrl: logoUrlOf(row.logoKey),
  logoLinkUrl: row.logoLinkUrl,
  phone,
  helocOffer: row.helocOffer,
  fdAgreement: row.fdAgreement,
  creditCards: row.ccAcceptance === 'Yes',
  concierge: row.concierge,
});
