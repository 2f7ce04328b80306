/**
 * The path prefixes of the portal's own pages. The browser handles everything else, including
 * downloads and what others open (homeowner pages, documents, embeds).
 */
const beginnings = [
  'login',
  'secure-account',
  'customers',
  'documents',
  'co-branded',
  'homeowner-flyer',
  'social-media-images',
  'banners',
  'monthly-payment-calculator',
  'full-page-widget',
  'real-widget',
  'invoice-estimate',
  'reports-applications',
  'reports-commissions',
  'card-payments',
  'payout-tax',
  'personal-info',
  'training-and-faqs',
  'refer',
  'manage',
  'lender',
];

/** Whether a path is a page of the portal. */
export function isPortalPage(path: string): boolean {
  const [, first = ''] = path.split('/');
  return path === '/' || beginnings.includes(first);
}
