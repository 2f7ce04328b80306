/**
 * The first path segments of the portal's screens, signed in or not. For other paths the server
 * returns a not-found page, so a homeowner with a mistyped link never sees a sign-in page. A portal
 * test compares this list with the routes.
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
  'lender',
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
  'setup',
  'social-media-images',
  'training-and-faqs',
]);

/** Whether a path (without query) may be one of the portal's screens. */
export const isPortalAddress = (path: string): boolean =>
  path === '/' || portalAddresses.has(path.split('/')[1] ?? '');
