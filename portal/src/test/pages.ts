import type { CoBrandedPage, PageParams } from '@lintel/contract/pages/page';

const params: PageParams = {
  companyName: 'Summit Roofing LLC',
  title: 'A new roof, paid over time',
  logoLinkUrl: '',
  fdAgreement: true,
  helocOffer: false,
  concierge: false,
  ccAcceptance: 'Yes',
};
/** A co-branded page of Summit Roofing. */
export const coBrandedPage = (
  id: number,
  pageName: string,
  change: Partial<PageParams> = {},
  version = 3,
): CoBrandedPage => ({
  id,
  pageName,
  fullUrl: `https://pay.example/p/${pageName}`,
  isActive: true,
  logoUrl: '/api/v1/media/logo-1.png',
  logo: '/api/v1/media/logo-1.png',
  flyer: {
    logoFileName: 'roof.png',
    companyName: params.companyName,
    phone: '3035550110',
    extPhone: '',
    websiteUrl: '',
    qrCodeBackside: 'Co-branded page',
    language: 'en',
  },
  params: { ...params, ...change },
  version,
});
