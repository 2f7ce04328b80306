import type { CoBrandedPage } from '@lintel/contract/pages';
import type { PageWithLogo } from './repository.ts';

/** The flyer's side of a page until it is edited: the contractor's own contact. */
export interface FlyerContact {
  phone: string;
  websiteUrl: string;
}

export const logoUrlOf = (key: string | null): string | null => key && `/api/v1/media/${key}`;

export function presentPage({ page, logoFileName }: PageWithLogo, publicUrl: string, contact: FlyerContact): CoBrandedPage {
  return {
    id: page.id,
    pageName: page.pageName,
    fullUrl: `${publicUrl}/p/${page.pageName}`,
    logoUrl: logoUrlOf(page.logoKey),
    logo: logoUrlOf(page.logoKey),
    flyer: {
      logoFileName,
      companyName: page.companyName,
      phone: contact.phone,
      extPhone: '',
      websiteUrl: contact.websiteUrl,
      qrCodeBackside: 'Co-branded page',
    },
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
