import type { z } from 'zod';
import type { Language } from '@lintel/contract/core/language';
import type { materialsPage } from '@lintel/contract/marketing/flyer';
import type { CoBrandedPage } from '@lintel/contract/pages/page';
import { pictureAddress } from '../templates/present.ts';
import type { Facts } from '../templates/data.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { selectAllFlyerPages, type FlyerPageRow } from './repository.ts';

type MaterialsPage = z.output<typeof materialsPage>;

/** A flyer's values, with defaults: the page's name and logo, and the contractor's contact. */
export function shownFields({ page, flyer, contractor, logoNames }: FlyerPageRow) {
  if (flyer === null) {
    const { phone, websiteUrl } = contractor;
    const logo = { logoKey: page.logoKey, logoFileName: logoNames.page };
    return {
      companyName: page.companyName,
      phone,
      extPhone: '',
      websiteUrl,
      qrCodeBackside: 'Co-branded page',
      language: 'en',
      ...logo,
    } as const;
  }
  const { phone, extPhone, websiteUrl, qrCodeBackside, language } = flyer;
  const logoKey = flyer.hasNoLogo ? null : (flyer.logoKey ?? page.logoKey);
  const logoFileName = flyer.logoKey === null ? logoNames.page : logoNames.flyer;
  return {
    companyName: flyer.companyName || page.companyName,
    phone,
    extPhone,
    websiteUrl,
    qrCodeBackside,
    language,
    logoKey,
    logoFileName: logoKey === null ? null : logoFileName,
  };
}

const pageAddress = (publicUrl: string, pageName: string): string => `${publicUrl}/p/${pageName}`;

/** Content of a page's materials; in the flyer's language unless one is given. */
export function flyerFacts(row: FlyerPageRow, publicUrl: string, language?: Language): Facts {
  const { companyName, phone, extPhone, websiteUrl, qrCodeBackside, logoKey, ...own } =
    shownFields(row);
  return {
    language: language ?? own.language,
    companyName,
    phone,
    extension: extPhone,
    websiteUrl,
    qrTarget: qrCodeBackside === 'Company website' ? 'website' : 'page',
    logoKey,
    pageUrl: pageAddress(publicUrl, row.page.pageName),
    title: row.page.title,
  };
}

/** A page's flyer values and the URL of its logo. */
export function presentFlyer(row: FlyerPageRow): Pick<CoBrandedPage, 'logo' | 'flyer'> {
  const { logoKey, ...flyer } = shownFields(row);
  return { logo: logoKey && pictureAddress(logoKey), flyer };
}

export function presentFlyerPage(row: FlyerPageRow, publicUrl: string): MaterialsPage {
  const { page } = row;
  const { companyName, title, logoLinkUrl, fdAgreement, helocOffer, concierge, ccAcceptance } =
    page;
  return {
    id: page.id,
    pageName: page.pageName,
    fullUrl: pageAddress(publicUrl, page.pageName),
    ...presentFlyer(row),
    logoUrl: page.logoKey && pictureAddress(page.logoKey),
    params: { companyName, title, logoLinkUrl, fdAgreement, helocOffer, concierge, ccAcceptance },
  };
}

/** The flyers of a contractor's pages, open and closed, with their logos, by page id. */
export async function readFlyers(
  db: Database,
  contractorId: number,
): Promise<ReadonlyMap<number, Pick<CoBrandedPage, 'logo' | 'flyer'>>> {
  const rows = await selectAllFlyerPages(db, contractorId);
  return new Map(rows.map((row) => [row.page.id, presentFlyer(row)]));
}
