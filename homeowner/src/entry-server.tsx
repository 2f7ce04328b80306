import { renderToString } from 'react-dom/server';
import type { Brand } from '@lintel/contract/brand';
import type { PageEmbed } from '@lintel/contract/marketing/embeds';
import type { PublicPage } from '@lintel/contract/pages/page';
import type { PrivacyView } from '@lintel/contract/privacy/page';
import type { Assets } from './assets.ts';
import { ApplyView } from './apply-view.tsx';
import { Document } from './document.tsx';
import { NotFound } from './not-found.tsx';
import { PrivacyPage, titleOf } from './privacy-page.tsx';
import { PublicPageView } from './public-page.tsx';

/**
 * The public page as a whole HTML document: readable without any script, the form comes to life
 * with one.
 */
export function renderPublicPage(input: {
  page: PublicPage;
  brand: Brand;
  source: string;
  pageUrl: string;
  assets: Assets | null;
  /** Given when it is drawn for a frame on somebody's website. */
  embed?: PageEmbed;
}): string {
  const { page, brand, assets, embed = null } = input;
  // A frame's content has no address of its own to be found by.
  const pageUrl = embed === null ? input.pageUrl : null;
  const title = `${page.title || `Financing for your project`} | ${page.companyName}`;
  const description = `See monthly payment options for your home improvement project with ${page.companyName}. Checking does not affect your credit score.`;
  const data = {
    pageId: page.id,
    pageName: page.pageName,
    companyName: page.companyName,
    brandName: brand.name,
    phone: page.phone,
    source: input.source,
  };
  return document(
    <Document
      title={title}
      description={description}
      url={pageUrl}
      image={page.logoUrl}
      brand={brand}
      assets={assets}
      data={data}
      embed={embed}
    >
      {embed?.view === 'apply' ? (
        <ApplyView page={page} brand={brand} island={data} />
      ) : (
        <PublicPageView page={page} brand={brand} island={data} embed={embed} />
      )}
    </Document>,
  );
}

/** What an unknown address shows. */
export function renderNotFound({ brand }: { brand: Brand }): string {
  return document(
    <Document
      title={`Page not found | ${brand.name}`}
      description="This page does not exist."
      url={null}
      image={null}
      brand={brand}
      assets={null}
      data={null}
      embed={null}
    >
      <NotFound brand={brand} />
    </Document>,
  );
}

/** The pages where homeowners ask for their data, and follow the links to it. */
export function renderPrivacy({
  page,
  brand,
  view,
}: {
  page: PublicPage | null;
  brand: Brand;
  view: PrivacyView;
}): string {
  return document(
    <Document
      title={`${titleOf(view)} | ${page?.companyName ?? brand.name}`}
      description="Get a copy of your personal data, or have it deleted."
      url={null}
      image={null}
      brand={brand}
      assets={null}
      data={null}
      embed={null}
    >
      <PrivacyPage page={page} brand={brand} view={view} />
    </Document>,
  );
}

const document = (element: React.ReactElement): string =>
  `<!doctype html>${renderToString(element)}`;
