import type { EndpointSpec } from './core/endpoint.ts';
import * as lenders from './applications-lenders.ts';
import * as applications from './applications.ts';
import * as billingPlans from './billing-plans.ts';
import * as onboarding from './contractors-onboarding.ts';
import * as contractorProfile from './contractors-profile.ts';
import * as contractors from './contractors.ts';
import * as notifications from './emails-notifications.ts';
import * as emailQueue from './emails-queue.ts';
import * as emails from './emails.ts';
import * as account from './identity-account.ts';
import * as team from './identity-team.ts';
import * as identity from './identity.ts';
import * as invoices from './invoices.ts';
import * as flyers from './marketing-flyer.ts';
import * as widgetSites from './marketing-sites.ts';
import * as socialImages from './marketing-social.ts';
import * as materialTemplates from './marketing-templates.ts';
import * as widgets from './marketing-widgets.ts';
import * as pages from './pages.ts';
import * as settings from './settings.ts';

const isEndpoint = (value: unknown): value is EndpointSpec =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

/** Every call of the API, in the order of the domains. */
export const allEndpoints: readonly EndpointSpec[] = [
  identity,
  account,
  contractors,
  contractorProfile,
  onboarding,
  billingPlans,
  team,
  pages,
  flyers,
  socialImages,
  materialTemplates,
  settings,
  widgets,
  widgetSites,
  applications,
  lenders,
  invoices,
  emails,
  emailQueue,
  notifications,
].flatMap((domain) => Object.values(domain).filter(isEndpoint));
