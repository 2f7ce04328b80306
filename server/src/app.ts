import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { allEndpoints } from '@lintel/contract/all';
import { speakPlainly } from '@lintel/contract/core/plain-words';
import {
  applicationJobs,
  applicationReportRoutes,
  applicationRoutes,
  type LenderNetwork,
  type Tell,
} from './domains/applications/index.ts';
import { billingRoutes, type PaymentGateway } from './domains/billing/index.ts';
import { notifyContractor, type EmailDeps } from './domains/emails/index.ts';
import { AccessTokens, AccountLinks, allRoles, identityJobs, identityRoutes, sessionReader } from './domains/identity/index.ts';
import { invoiceRoutes } from './domains/invoices/index.ts';
import type { EmbedFiles } from './domains/marketing/index.ts';
import { pageRoutes, publicPageRoutes, type PageRenderer } from './domains/pages/index.ts';
import { brandOf } from './platform/brand.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Keys } from './platform/crypto/keys.ts';
import type { OpenDatabase } from './platform/db/connect.ts';
import type { FileStore } from './platform/files/store.ts';
import { registerRoutes } from './platform/http/register.ts';
import type { Route } from './platform/http/route.ts';
import { onJob, type JobHandler } from './platform/jobs/job.ts';
import type { Schedule } from './platform/jobs/worker.ts';
import { CallCounter } from './platform/limits/counter.ts';
import { IdempotencyKeys } from './platform/idempotency/keys.ts';
import { sweepKeys } from './platform/idempotency/sweep-jobs.ts';
import { sweepCounters } from './platform/limits/sweep-jobs.ts';
import type { MailTransport } from './platform/mail/transport.ts';
import type { Renderer } from './platform/render/port.ts';
import { billingDeps, composeBilling, composeBillingScreen, composeGateway } from './compose-billing.ts';
import { composeContractors } from './compose-contractors.ts';
import { composeCommissions } from './compose-commissions.ts';
import { composeDashboard } from './compose-dashboard.ts';
import { composeEmails } from './compose-emails.ts';
import { composeLeads } from './compose-leads.ts';
import { composeMaterials } from './compose-materials.ts';
import { composePayouts } from './compose-payouts.ts';
import { composeSignUp, withAccounts } from './compose-sign-up.ts';
import { composeWidgets } from './compose-widgets.ts';

/** What the domains stand on; the edges (clock, files, lenders, renderer, mail) are handed in. */
export interface AppDeps {
  config: Config;
  database: OpenDatabase;
  clock: Clock;
  keys: Keys;
  files: FileStore;
  lenders: LenderNetwork;
  gateway: PaymentGateway;
  renderer: PageRenderer;
  /** Pictures and documents from HTML. */
  drawing: Renderer;
  /** What was built for other people's websites. */
  embeds: EmbedFiles;
  transport: MailTransport;
  /** Tells the operator of something that went on regardless. */
  warn(message: string): void;
  /** Where the built parts lie. */
  appFolder: string;
}

/** The domains, composed: their routes, their jobs, and the guards that every route stands behind. */
export function composeDomains(deps: AppDeps) {
  const { config, clock, keys, files, lenders } = deps;
  const { db } = deps.database;
  const counter = new CallCounter(db, clock);
  const tokens = new AccessTokens(keys.derive('access cookie'), clock);
  const mail: EmailDeps = {
    clock,
    mailKey: keys.derive('mail payload'),
    mailDomain: config.mailFrom.address.split('@').at(-1) ?? 'localhost',
  };
  const emails = composeEmails(deps, mail, counter);
  const widgets = composeWidgets(deps, mail, counter);
  const leads = composeLeads(deps, mail);
  const materials = composeMaterials(deps);
  const payouts = composePayouts(deps, mail);
  const commissions = composeCommissions(deps);
  const links = new AccountLinks(keys.derive('account link'), clock, config.publicUrl);
  const identity = { db, clock, counter, tokens, mail, links, secureCookies: config.publicUrl.startsWith('https:') };
  const paying = billingDeps(deps, mail, withAccounts(commissions.hooks, identity));
  const billing = composeBilling(paying);
  const billingScreen = composeBillingScreen(config, paying);
  const gateway = composeGateway(deps, paying);
  const dashboard = composeDashboard(paying);
  const tell: Tell = (tx, { data, ...news }) =>
    notifyContractor(tx, mail, { ...news, data: { ...data, link: `${config.publicUrl}/reports-applications` } });
  const common = { db, clock, config, tell };
  const routes: Route[] = [
    ...identityRoutes(identity),
    ...composeContractors(identity, config, billing.subscription),
    ...billingRoutes({ db, clock, allRoles }),
    ...billing.routes,
    ...billingScreen.routes,
    ...gateway.routes,
    ...dashboard.routes,
    ...composeSignUp({ billing: paying, accounts: identity, mail, config }),
    ...pageRoutes({ ...common, files }),
    ...applicationRoutes(common),
    ...applicationReportRoutes({ ...common, pool: deps.database.pool }),
    ...commissions.routes,
    ...payouts.routes,
    ...invoiceRoutes({ db, clock, files, mail, config }),
    ...widgets.routes,
    ...materials.routes,
    ...leads.routes,
    ...emails.routes,
  ];
  const jobs: JobHandler[] = [
    ...identityJobs(identity),
    ...applicationJobs({ ...common, lenders }),
    ...billing.jobs,
    ...billingScreen.jobs,
    ...gateway.jobs,
    ...dashboard.jobs,
    ...materials.jobs,
    ...leads.jobs,
    ...emails.jobs,
  ];
  const idempotency = { keys: new IdempotencyKeys(db, clock), secret: keys.derive('idempotency') };
  const schedules: Schedule[] = [
    ...billing.schedules,
    ...commissions.schedules,
    ...payouts.schedules,
    { pattern: '17 * * * *', handler: onJob(sweepCounters, () => counter.sweep()) },
    { pattern: '27 * * * *', handler: onJob(sweepKeys, () => idempotency.keys.sweep()) },
  ];
  const guards = {
    publicUrl: config.publicUrl,
    sessions: sessionReader(deps.database.pool, tokens, clock),
    counter,
    idempotency,
  };
  return { routes, jobs, schedules, guards, pages: emails.pages, bank: gateway.pages, embeds: widgets.embeds };
}
export type ComposedDomains = ReturnType<typeof composeDomains>;

/** Registers the API below `/api/v1` and the public pages. */
export async function registerDomains(app: FastifyInstance, deps: AppDeps, composed: ComposedDomains): Promise<void> {
  speakPlainly();
  await app.register(
    (api, _options, done) => {
      registerRoutes(api, allEndpoints, composed.routes, composed.guards);
      done();
    },
    { prefix: '/api/v1' },
  );
  await app.register(composed.pages);
  await app.register(composed.bank);
  await app.register(composed.embeds);
  await app.register(
    publicPageRoutes({
      db: deps.database.db,
      publicUrl: deps.config.publicUrl,
      renderer: deps.renderer,
      brand: brandOf(deps.config),
      clientFolder: join(deps.appFolder, 'homeowner/dist/client'),
    }),
  );
}
