import * as m from '#messages';
import { accounting } from '@lintel/contract/accounting/access';
import type { ChoiceFilter } from '@lintel/contract/applications/report-filters';
import {
  accessTo,
  contractorsAndStaff,
  lenderDesk,
  readAccess,
  viewAccess,
  staffWith,
  type Access,
} from '@lintel/contract/core/access';
import { commissionAccess } from '@lintel/contract/commissions/access';
import { payoutAccess } from '@lintel/contract/payouts/access';

export interface Screen {
  name: string;
  path: string;
  /** The menu label, also the page's heading. */
  label: string;
  access: Access;
  /** Real Widget: requires a plan other than Free. */
  paidPlanOnly?: true;
  /** The screen opens without access to explain why it is empty; the menu still omits it. */
  explainsNoAccess?: true;
  /** Staff and lenders' people may open it on their own account, too. */
  ownStaffOnly?: true;
}

const materials = accessTo('marketing-materials');

/** The search parameters of screens, by screen name. */
export interface ScreenSearch {
  customers: 'page' | 'limit' | 'order' | 'search' | 'tag' | 'state';
  documents: 'page' | 'limit' | 'order' | 'search' | 'kind' | 'state' | 'customerId';
  document: 'kind' | 'customer' | 'kept' | 'quick' | 'send';
  'document-edit': 'check';
  'reports-applications':
    | 'currentPeriod'
    | 'customStart'
    | 'customEnd'
    | 'page'
    | 'limit'
    | 'order'
    | 'search'
    | 'coBrandedPage'
    | 'application'
    | ChoiceFilter;
  'reports-commissions':
    | 'currentPeriod'
    | 'customStart'
    | 'customEnd'
    | 'limit'
    | 'order'
    | 'search'
    | 'type';
  'card-payments': 'action' | 'opens' | 'payment_intent' | 'confirm' | 'receipt';
  'payout-tax': 'action';
  'training-and-faqs': 'video' | 'category';
  'manage-contractors':
    | 'search'
    | 'companyName'
    | 'status'
    | 'w9'
    | 'differences'
    | 'tier'
    | 'activation'
    | 'order'
    | 'limit'
    | 'page'
    | 'w9form';
  'manage-emails': 'tab';
  'manage-lenders': 'page' | 'limit' | 'order' | 'search' | 'status';
  'lender-applications': 'page' | 'limit' | 'order' | 'search' | 'status' | 'waitsFor' | 'state';
  'manage-commissions': 'tab';
  'manage-payouts': 'tab' | 'show';
  'manage-accounting': 'tab';
  'manage-privacy': 'state' | 'search' | 'order' | 'page' | 'limit' | 'request';
  'manage-adverse-action': 'state' | 'search' | 'order' | 'page' | 'limit' | 'notice';
  'manage-audit':
    | 'currentPeriod'
    | 'customStart'
    | 'customEnd'
    | 'page'
    | 'limit'
    | 'person'
    | 'contractor'
    | 'kind'
    | 'search';
  'manage-staff': 'tab' | 'search' | 'role' | 'status' | 'factor' | 'order' | 'limit' | 'page';
}

export const screens = [
  { name: 'main', path: '/', label: m.screens_dashboard(), access: contractorsAndStaff },
  {
    name: 'customers',
    path: '/customers',
    label: m.common_customers(),
    access: viewAccess('customers'),
  },
  {
    name: 'customer',
    path: '/customers/$id',
    label: m.common_customer(),
    access: viewAccess('customers'),
  },
  {
    name: 'documents',
    path: '/documents',
    label: m.common_documents(),
    access: viewAccess('documents'),
  },
  {
    name: 'document',
    path: '/documents/$id',
    label: m.common_document(),
    access: viewAccess('documents'),
  },
  {
    name: 'document-edit',
    path: '/documents/$id/edit',
    label: m.common_document(),
    access: viewAccess('documents'),
  },
  {
    name: 'co-branded',
    path: '/co-branded',
    label: m.screens_coBrandedPage(),
    access: accessTo('co-branded'),
  },
  {
    name: 'homeowner-flyer',
    path: '/homeowner-flyer',
    label: m.screens_homeownerFlyer(),
    access: materials,
  },
  {
    name: 'social-media-images',
    path: '/social-media-images',
    label: m.screens_socialImages(),
    access: materials,
  },
  {
    name: 'banners',
    path: '/banners',
    label: m.screens_banners(),
    access: materials,
  },
  {
    name: 'monthly-payment-calculator',
    path: '/monthly-payment-calculator',
    label: m.screens_calculator(),
    access: materials,
  },
  {
    name: 'full-page-widget',
    path: '/full-page-widget',
    label: m.screens_fullPageWidget(),
    access: materials,
  },
  {
    name: 'real-widget',
    path: '/real-widget',
    label: m.screens_realWidget(),
    access: materials,
    paidPlanOnly: true,
  },
  {
    name: 'invoice-estimate',
    path: '/invoice-estimate',
    label: m.screens_invoiceEstimate(),
    access: materials,
  },
  {
    name: 'reports-applications',
    path: '/reports-applications',
    label: m.common_applications(),
    access: readAccess('reports-applications'),
    explainsNoAccess: true,
  },
  {
    name: 'reports-application',
    path: '/reports-applications/$id',
    label: m.applications_one_title(),
    access: readAccess('reports-applications'),
    explainsNoAccess: true,
  },
  {
    name: 'reports-commissions',
    path: '/reports-commissions',
    label: m.screens_commissions(),
    access: readAccess('reports-commissions'),
    explainsNoAccess: true,
  },
  {
    name: 'card-payments',
    path: '/card-payments',
    label: m.screens_billing(),
    access: readAccess('card-payments'),
  },
  {
    name: 'payout-tax',
    path: '/payout-tax',
    label: m.screens_achInfo(),
    access: accessTo('payout-tax'),
  },
  {
    name: 'personal-info',
    path: '/personal-info',
    label: m.common_personalInfo(),
    access: accessTo('personal-info'),
    ownStaffOnly: true,
  },
  {
    name: 'training-and-faqs',
    path: '/training-and-faqs',
    label: m.screens_training(),
    access: accessTo('training-and-faqs'),
  },
  {
    name: 'refer',
    path: '/refer',
    label: m.screens_referAFriend(),
    access: accessTo('refer'),
  },
  {
    name: 'lender-applications',
    path: '/lender/applications',
    label: m.common_applications(),
    access: lenderDesk,
  },
  {
    name: 'lender-application',
    path: '/lender/applications/$id',
    label: m.lenders_desk_application(),
    access: lenderDesk,
  },
  {
    name: 'manage-contractors',
    path: '/manage/contractors',
    label: m.screens_contractors(),
    access: staffWith(['manage-contractors', 'access']),
  },
  {
    name: 'manage-lead',
    path: '/manage/leads/$id',
    label: m.screens_lead(),
    access: staffWith(['manage-contractors', 'access']),
  },
  {
    name: 'manage-emails',
    path: '/manage/emails',
    label: m.screens_emails(),
    access: staffWith(
      ['manage-emails', 'access_templates'],
      ['manage-emails', 'access_unsubscribers'],
    ),
  },
  {
    name: 'manage-plans',
    path: '/manage/plans',
    label: m.screens_paymentPlans(),
    access: staffWith(['manage-plans', 'access']),
  },
  {
    name: 'manage-lenders',
    path: '/manage/lenders',
    label: m.screens_lenders(),
    access: staffWith(['manage-lenders', 'access']),
  },
  {
    name: 'manage-lender',
    path: '/manage/lenders/$id',
    label: m.screens_lender(),
    access: staffWith(['manage-lenders', 'access']),
  },
  {
    name: 'manage-commissions',
    path: '/manage/commissions',
    label: m.screens_commissions(),
    access: commissionAccess.reading,
  },
  {
    name: 'manage-payouts',
    path: '/manage/payouts',
    label: m.screens_payouts(),
    access: payoutAccess.reading,
  },
  {
    name: 'manage-accounting',
    path: '/manage/accounting',
    label: m.screens_accounting(),
    access: accounting,
  },
  {
    name: 'manage-staff',
    path: '/manage/staff',
    label: m.common_staff(),
    access: staffWith(['manage-staff', 'access']),
  },
  {
    name: 'manage-audit',
    path: '/manage/audit',
    label: m.screens_auditLog(),
    access: staffWith(['audit', 'manage_access']),
  },
  {
    name: 'manage-privacy',
    path: '/manage/privacy',
    label: m.screens_privacyRequests(),
    access: staffWith(['privacy', 'manage_access']),
  },
  {
    name: 'manage-adverse-action',
    path: '/manage/adverse-action',
    label: m.screens_adverseAction(),
    access: staffWith(['adverse-action', 'manage_access']),
  },
  {
    name: 'manage-setup',
    path: '/manage/setup',
    label: m.screens_setup(),
    access: staffWith(['manage-setup', 'access']),
  },
  {
    name: 'manage-setup-step',
    path: '/manage/setup/$step',
    label: m.screens_setup(),
    access: staffWith(['manage-setup', 'access']),
  },
  {
    name: 'manage-health',
    path: '/manage/health',
    label: m.screens_health(),
    access: staffWith(['manage-setup', 'access']),
  },
  {
    name: 'manage-settings',
    path: '/manage/settings',
    label: m.screens_settings(),
    access: staffWith(['manage-settings', 'access']),
  },
] as const satisfies readonly Screen[];

export type ScreenName = (typeof screens)[number]['name'];
export type NamedScreen = Screen & { name: ScreenName };

export const screenNamed = (name: ScreenName): NamedScreen =>
  screens.find((screen) => screen.name === name) ?? screens[0];
