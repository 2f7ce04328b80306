import type { CoBrandedPage } from '@lintel/contract/pages/page';
import type { PageRow } from './repository.ts';

/** What a page's flyer says, and the address of the logo that it prints. */
export type PageFlyer = Pick<CoBrandedPage, 'logo' | 'flyer'>;

export const logoUrlOf = (key: string | null): string | null => key && `/api/v1/media/${key}`;

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
