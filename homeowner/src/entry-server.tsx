import { renderToString } from 'react-dom/server';
import type { Brand } from '@lintel/contract/brand';
import type { PublicPage } from '@lintel/contract/pages';
import type { Assets } from './assets.ts';
import { Document } from './document.tsx';
import { NotFound } from './not-found.tsx';
import { PublicPageView } from './public-page.tsx';

/** The public page as a whole HTML document: readable without any script, the form comes to life with one. */
export function renderPublicPage(input: {
  page: PublicPage;
  brand: Brand;
  source: string;
  pageUrl: string;
  assets: Assets | null;
}): string {
  const { page, brand, pageUrl, assets } = input;
  const title = `${page.title || `Financing for your project`} | ${page.companyName}`;
  const description = `See monthly payment options for your home improvement project with ${page.companyName}. Checking does not affect your credit score.`;
  const data = {
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
    >
      <PublicPageView page={page} brand={brand} island={data} />
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
    >
      <NotFound brand={brand} />
    </Document>,
  );
}

const document = (element: React.ReactElement): string => `<!doctype html>${renderToString(element)}`;
