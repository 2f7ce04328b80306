/**
 * How the addresses of the portal's screens begin, signed in or not. The server answers every other
 * address with a page that says it doesn't exist: a homeowner with a mistyped link never sees a
 * sign-in page. A test of the portal compares this list with its routes.
 */
export const portalAddresses: ReadonlySet<string> = new Set([
  'banners',
  'card-payments',
  'co-branded',
  'confirm',
  'customers',
  'documents',
  'full-page-widget',
  'get-started',
  'homeowner-flyer',
  'invoice-estimate',
  'login',
  'manage',
  'monthly-payment-calculator',
  'ne',
  'not-me',
  'np',
  'payout-tax',
  'personal-info',
  'real-widget',
  'refer',
  'reports-applications',
  'reports-commissions',
  'restore',
  'restore-email',
  'secure-account',
  'social-media-images',
  'training-and-faqs',
]);

/** Whether an address without its query may be one of the portal's screens. */
export const isPortalAddress = (path: string): boolean =>
  path === '/' || portalAddresses.has(path.split('/')[1] ?? '');
