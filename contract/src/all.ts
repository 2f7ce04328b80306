import type { EndpointSpec } from './core/endpoint.ts';
import * as accountingAccounts from './accounting/accounts.ts';
import * as accountingExports from './accounting/exports.ts';
import * as yearTotals from './accounting/year-totals.ts';
import * as adverseAction from './applications/adverse-action.ts';
import * as applicationAdmission from './applications/admission.ts';
import * as applicationConsents from './applications/consents.ts';
import * as applicationFlags from './applications/flags.ts';
import * as applicationGraphs from './applications/graphs.ts';
import * as largeExports from './applications/large-exports.ts';
import * as lenders from './lenders/events.ts';
import * as lenderConformance from './lenders/conformance/run.ts';
import * as lenderTls from './lenders/tls.ts';
import * as applicationOne from './applications/application-detail.ts';
import * as applicationReport from './applications/report.ts';
import * as applications from './applications/homeowner.ts';
import * as auditActivity from './audit/activity.ts';
import * as auditLog from './audit/log.ts';
import * as billingCards from './billing/cards.ts';
import * as billingPayments from './billing/payments.ts';
import * as guarantees from './billing/guarantee.ts';
import * as billingPlans from './billing/plans.ts';
import * as billingEvents from './billing/events.ts';
import * as billingCancellation from './billing/cancellation.ts';
import * as billingPlanChange from './billing/plan-change.ts';
import * as billingDisputes from './billing/disputes.ts';
import * as billingReconcile from './billing/reconcile.ts';
import * as billingSignUpSettings from './billing/sign-up-settings.ts';
import * as billingSignUp from './billing/sign-up.ts';
import * as billingSubscriptions from './billing/subscriptions.ts';
import * as commissions from './commissions/report.ts';
import * as commissionAdjustments from './commissions/adjustments.ts';
import * as commissionRates from './commissions/manage-rates.ts';
import * as companyData from './company-data/export.ts';
import * as contractorEdit from './contractors/edit.ts';
import * as contractorHistory from './contractors/history.ts';
import * as contractorManage from './contractors/manage.ts';
import * as onboarding from './contractors/onboarding.ts';
import * as contractorProfile from './contractors/profile.ts';
import * as contractorViews from './contractors/views.ts';
import * as contractors from './contractors/contractor.ts';
import * as customerEmailChoice from './customers/email-choice.ts';
import * as customerExport from './customers/export.ts';
import * as customerImport from './customers/import.ts';
import * as customerMerge from './customers/merge.ts';
import * as customers from './customers/customer.ts';
import * as dashboard from './dashboard.ts';
import * as notifications from './emails/notifications.ts';
import * as documentDefaults from './documents/defaults.ts';
import * as documentPayments from './documents/payments.ts';
import * as documents from './documents/documents.ts';
import * as savedItems from './documents/saved-items.ts';
import * as emailQueue from './emails/queue.ts';
import * as emails from './emails/templates.ts';
import * as undeliverable from './emails/undeliverable.ts';
import * as account from './identity/account.ts';
import * as factors from './identity/factors.ts';
import * as passkeys from './identity/passkeys.ts';
import * as preferences from './identity/preferences.ts';
import * as firstAccount from './identity/first-account.ts';
import * as roles from './identity/roles.ts';
import * as staff from './identity/staff.ts';
import * as staffLeaving from './identity/leaving.ts';
import * as team from './identity/team.ts';
import * as ownSessions from './identity/own-sessions.ts';
import * as visits from './identity/visits.ts';
import * as identity from './identity/sessions.ts';
import * as documentsQuick from './documents/quick/document.ts';
import * as leadDistribution from './leads/distribution.ts';
import * as leadFields from './leads/fields.ts';
import * as leads from './leads/lead.ts';
import * as legalProvider from './legal/provider.ts';
import * as legalTexts from './legal/texts.ts';
import * as lenderConnections from './lenders/connection.ts';
import * as lenderContractors from './lenders/contractors.ts';
import * as lenderDisclosures from './lenders/disclosures.ts';
import * as lenderPeople from './lenders/people.ts';
import * as deskActions from './lender-desk/actions.ts';
import * as deskApplications from './lender-desk/applications.ts';
import * as managedLenders from './lenders/lender.ts';
import * as links from './links/links.ts';
import * as flyers from './marketing/flyer.ts';
import * as widgetSites from './marketing/sites.ts';
import * as socialImages from './marketing/social.ts';
import * as materialTemplates from './marketing/templates.ts';
import * as widgets from './marketing/widgets.ts';
import * as pages from './pages/page.ts';
import * as payoutMethods from './payouts/method.ts';
import * as payoutSettings from './payouts/settings.ts';
import * as w9 from './payouts/w9.ts';
import * as payouts from './payouts/runs.ts';
import * as privacyRequests from './privacy/requests.ts';
import * as push from './push/devices.ts';
import * as retention from './privacy/retention.ts';
import * as settingsAgreement from './contractors/agreement-effect.ts';
import * as settingsTeam from './contractors/tier-team-limits.ts';
import * as settings from './core/settings.ts';
import * as providerSettings from './setup/provider-settings.ts';
import * as setupChecklist from './setup/checklist.ts';
import * as selfCheck from './setup/self-check.ts';
import * as texts from './texts/texts.ts';
import * as textWebhooks from './texts/webhooks.ts';
import * as trainingManage from './training/manage.ts';
import * as trainingReport from './training/report.ts';
import * as training from './training/library.ts';

const isEndpoint = (value: unknown): value is EndpointSpec =>
  typeof value === 'object' &&
  value !== null &&
  'method' in value &&
  'path' in value &&
  'access' in value;

/** Every API call, grouped by domain. */
export const allEndpoints: readonly EndpointSpec[] = [
  identity,
  factors,
  passkeys,
  account,
  contractors,
  contractorManage,
  contractorEdit,
  contractorHistory,
  contractorViews,
  leads,
  leadFields,
  leadDistribution,
  contractorProfile,
  onboarding,
  billingPlans,
  guarantees,
  dashboard,
  billingCards,
  billingPayments,
  billingSubscriptions,
  billingSignUp,
  billingSignUpSettings,
  billingPlanChange,
  billingCancellation,
  billingDisputes,
  billingReconcile,
  billingEvents,
  payoutMethods,
  w9,
  payouts,
  payoutSettings,
  accountingAccounts,
  accountingExports,
  yearTotals,
  team,
  staff,
  staffLeaving,
  firstAccount,
  preferences,
  roles,
  ownSessions,
  visits,
  auditActivity,
  auditLog,
  companyData,
  pages,
  flyers,
  socialImages,
  materialTemplates,
  settings,
  providerSettings,
  setupChecklist,
  selfCheck,
  settingsAgreement,
  settingsTeam,
  retention,
  privacyRequests,
  widgets,
  widgetSites,
  applicationAdmission,
  applications,
  applicationOne,
  applicationReport,
  largeExports,
  applicationGraphs,
  applicationFlags,
  applicationConsents,
  legalTexts,
  managedLenders,
  lenderConnections,
  lenderContractors,
  lenderTls,
  lenderConformance,
  lenderDisclosures,
  adverseAction,
  lenderPeople,
  deskApplications,
  deskActions,
  links,
  push,
  legalProvider,
  lenders,
  customers,
  customerMerge,
  customerImport,
  customerEmailChoice,
  customerExport,
  commissions,
  commissionRates,
  commissionAdjustments,
  documentsQuick,
  documents,
  documentDefaults,
  documentPayments,
  savedItems,
  emails,
  undeliverable,
  emailQueue,
  notifications,
  texts,
  textWebhooks,
  training,
  trainingManage,
  trainingReport,
].flatMap((domain) => Object.values(domain).filter(isEndpoint));
