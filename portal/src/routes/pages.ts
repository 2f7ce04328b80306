import { lazyRouteComponent, type AsyncRouteComponent } from '@tanstack/react-router';
import type { LoadContext } from './router-context.ts';
import type { ScreenName } from './screens.ts';

interface Loading {
  /** Starts the page's requests before it renders; the preloader shows until they finish. */
  load?: (context: LoadContext) => Promise<unknown>;
}

export interface Page {
  component: AsyncRouteComponent<object>;
  importer: () => Promise<Loading>;
}

const page = <Module extends object>(
  importer: () => Promise<Module>,
  component: keyof Module & string,
): Page => ({
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the router expects a module whose exports are all components
  component: lazyRouteComponent(importer as () => Promise<Record<string, never>>, component),
  importer,
});

const documentScreens = () => import('../features/documents/screens.ts');

const built: Record<ScreenName, Page> = {
  main: page(() => import('../features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
  customers: page(() => import('../features/customers/customers-page.tsx'), 'CustomersPage'),
  customer: page(() => import('../features/customers/customer-page.tsx'), 'CustomerPage'),
  documents: page(documentScreens, 'DocumentsPage'),
  document: page(documentScreens, 'DocumentPage'),
  'document-edit': page(documentScreens, 'EditDocumentPage'),
  'co-branded': page(() => import('../features/pages/co-branded-page.tsx'), 'CoBrandedPage'),
  'homeowner-flyer': page(() => import('../features/marketing/flyer/flyer-page.tsx'), 'FlyerPage'),
  'social-media-images': page(
    () => import('../features/marketing/social/social-page.tsx'),
    'SocialPage',
  ),
  banners: page(() => import('../features/marketing/widgets/banners-page.tsx'), 'BannersPage'),
  'monthly-payment-calculator': page(
    () => import('../features/marketing/widgets/calculator-page.tsx'),
    'CalculatorPage',
  ),
  'full-page-widget': page(
    () => import('../features/marketing/widgets/full-page-page.tsx'),
    'FullPagePage',
  ),
  'real-widget': page(() => import('../features/marketing/widgets/real-page.tsx'), 'RealPage'),
  'invoice-estimate': page(
    () => import('../features/documents/quick/invoice-page.tsx'),
    'InvoicePage',
  ),
  'reports-applications': page(
    () => import('../features/applications/applications-page.tsx'),
    'ApplicationsPage',
  ),
  'reports-application': page(
    () => import('../features/applications/detail/application-page.tsx'),
    'ApplicationPage',
  ),
  'reports-commissions': page(
    () => import('../features/commissions/commissions-page.tsx'),
    'CommissionsPage',
  ),
  'card-payments': page(() => import('../features/billing/billing-page.tsx'), 'BillingPage'),
  'payout-tax': page(() => import('../features/payouts/payout-page.tsx'), 'PayoutPage'),
  'personal-info': page(
    () => import('../features/identity/personal-info/personal-info-page.tsx'),
    'PersonalInfoPage',
  ),
  'training-and-faqs': page(() => import('../features/training/training-page.tsx'), 'TrainingPage'),
  refer: page(() => import('../features/commissions/referrals/refer-page.tsx'), 'ReferPage'),
  'manage-contractors': page(
    () => import('../features/contractors/contractors-page.tsx'),
    'ContractorsPage',
  ),
  'manage-lead': page(() => import('../features/leads/lead-page.tsx'), 'LeadPage'),
  'manage-emails': page(() => import('../features/emails/emails-page.tsx'), 'EmailsPage'),
  'manage-plans': page(() => import('../features/billing/plans/plans-page.tsx'), 'PlansPage'),
  'manage-lenders': page(() => import('../features/lenders/lenders-page.tsx'), 'LendersPage'),
  'manage-lender': page(() => import('../features/lenders/lender-page.tsx'), 'LenderPage'),
  'lender-applications': page(
    () => import('../features/lenders/desk/applications-page.tsx'),
    'DeskApplicationsPage',
  ),
  'lender-application': page(
    () => import('../features/lenders/desk/application-page.tsx'),
    'DeskApplicationPage',
  ),
  'manage-commissions': page(
    () => import('../features/commissions/manage/manage-page.tsx'),
    'ManageCommissionsPage',
  ),
  'manage-payouts': page(
    () => import('../features/payouts/manage/manage-page.tsx'),
    'ManagePayoutsPage',
  ),
  'manage-accounting': page(
    () => import('../features/accounting/accounting-page.tsx'),
    'AccountingPage',
  ),
  'manage-staff': page(() => import('../features/identity/staff/staff-page.tsx'), 'StaffPage'),
  'manage-audit': page(() => import('../features/audit/audit-page.tsx'), 'AuditPage'),
  'manage-privacy': page(
    () => import('../features/privacy/requests/requests-page.tsx'),
    'RequestsPage',
  ),
  'manage-adverse-action': page(
    () => import('../features/lenders/notices/notices-page.tsx'),
    'NoticesPage',
  ),
  'manage-setup': page(() => import('../features/setup/setup-page.tsx'), 'SetupPage'),
  'manage-health': page(() => import('../features/setup/health-page.tsx'), 'HealthPage'),
  'manage-setup-step': page(() => import('../features/setup/step-page.tsx'), 'SetupStepPage'),
  'manage-settings': page(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
};

/** The page of a screen, loaded when first opened. */
export const screenPage = (name: ScreenName): Page => built[name];

/** Loads a page's code and data in parallel. */
export async function loadPage({ importer }: Page, context: LoadContext): Promise<void> {
  const { load } = await importer();
  await load?.(context);
}

/** The signed-out pages. */
export const visitorPages = {
  frame: page(() => import('../shell/visitor-frame.tsx'), 'VisitorFrame'),
  login: page(() => import('../features/identity/login-page.tsx'), 'LoginPage'),
  firstAccount: page(
    () => import('../features/identity/first-account-page.tsx'),
    'FirstAccountPage',
  ),
  restore: page(() => import('../features/identity/restore-page.tsx'), 'RestorePage'),
  np: page(() => import('../features/identity/password-link-page.tsx'), 'NewPasswordPage'),
  ne: page(() => import('../features/identity/confirm-email-page.tsx'), 'ConfirmEmailPage'),
  confirm: page(() => import('../features/identity/password-link-page.tsx'), 'ConfirmAccountPage'),
  notMe: page(() => import('../features/identity/disown-page.tsx'), 'DisownPage'),
  restoreEmail: page(
    () => import('../features/identity/restore-email-page.tsx'),
    'RestoreEmailPage',
  ),
  secureAccount: page(
    () => import('../features/identity/secure-account-page.tsx'),
    'SecureAccountPage',
  ),
  getStarted: page(
    () => import('../features/billing/sign-up/get-started-page.tsx'),
    'GetStartedPage',
  ),
};
