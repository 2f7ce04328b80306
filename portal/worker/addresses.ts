/**
 * Where the portal's own pages begin. What other people open (homeowners' pages, documents, embeds)
 * and what is downloaded is left to the browser, as is whatever is not named here.
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
];

/** Whether an address is a page of the portal. */
export function isPortalPage(path: string): boolean {
  const [, first = ''] = path.split('/');
  return path === '/' || beginnings.includes(first);
}
