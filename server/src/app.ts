import type { FastifyInstance } from 'fastify';
import { allEndpoints } from '@lintel/contract/all';
import { shownWith } from '@lintel/contract/applications/application-detail';
import { setValidationMessages } from '@lintel/contract/core/validation-messages';
import {
  applicationPerson,
  applicationRetention,
  detailsRetention,
  consentPerson,
  consentRetention,
  noticeHold,
  noticePerson,
  noticeRetention,
  part as applications,
  type ApplicationHold,
  type RelatedRecords,
} from './domains/applications/index.ts';
import { part as accounting } from './domains/accounting/index.ts';
import { part as audit } from './domains/audit/index.ts';
import { openClaimOnApplication, part as billing } from './domains/billing/index.ts';
import { part as commissions, unpaidCommissionOnApplication } from './domains/commissions/index.ts';
import { part as companyData } from './domains/company-data/index.ts';
import { part as contractors, readZones } from './domains/contractors/index.ts';
import {
  findApplicationCustomer,
  customerPerson,
  customerRetention,
  part as customers,
} from './domains/customers/index.ts';
import { part as dashboard } from './domains/dashboard/index.ts';
import {
  documentPerson,
  documentRetention,
  selectApplicationDocuments,
  documentTimeline,
  part as documents,
} from './domains/documents/index.ts';
import { emailPersons, messagingRetention, part as messaging } from './domains/messaging/index.ts';
import {
  accessRetention,
  findAccount,
  applicationContacts,
  createOwner,
  deviceWords,
  fullNames,
  isEmailUsed,
  knownCodes,
  livingSessions,
  part as identity,
  teamBeyond,
  teamsBeyond,
} from './domains/identity/index.ts';
import { handOver, heldBy, part as leads } from './domains/leads/index.ts';
import { readFlyers, part as marketing } from './domains/marketing/index.ts';
import { part as pages } from './domains/pages/index.ts';
import {
  linkPerson,
  linkRetention,
  listApplicationLinks,
  linkTimeline,
  part as links,
} from './domains/links/index.ts';
import { part as lenders } from './domains/lenders/index.ts';
import { part as legal } from './domains/legal/index.ts';
import { part as payouts, taxFormRetention } from './domains/payouts/index.ts';
import { part as privacy, requestRetention } from './domains/privacy/index.ts';
import { part as setup } from './domains/setup/index.ts';
import { part as training } from './domains/training/index.ts';
import { toError } from './platform/errors.ts';
import { Events } from './platform/events.ts';
import { housekeeping } from './platform/housekeeping-jobs.ts';
import type { Keys } from './platform/crypto/keys.ts';
import type { OwnerFinders } from './platform/http/ownership.ts';
import { registerRoutes } from './platform/http/register.ts';
import { IdempotencyKeys } from './platform/idempotency/keys.ts';
import { failedJobs } from './platform/jobs/retention.ts';
import { CallCounter } from './platform/limits/counter.ts';
import type { Context, Ports } from './platform/context.ts';
import { joined, type Part } from './platform/part.ts';
import type { PersonSource } from './platform/persons.ts';
import type { SetupSources } from './platform/setup.ts';
import type { RetentionSource } from './platform/retention.ts';
import { madeFrom } from './platform/provider-settings/index.ts';
import { settingRoutes } from './platform/settings/routes.ts';

/** The context of routes, jobs, and pages; its events have no listeners yet. */
export function createContext(ports: Ports): Context {
  const { clock, database } = ports;
  const { db } = database;
  const events = new Events();
  const sources = madeFrom(
    () => ports.config.BUSINESS_TIME_ZONE,
    (timeZone: string) => personSources(ports.keys, timeZone),
  );
  return {
    ...ports,
    db,
    events,
    emit: events.emit,
    counter: new CallCounter(db, clock),
    flyersOf: readFlyers,
    createOwner,
    team: { beyond: teamBeyond, beyondTiers: teamsBeyond },
    accounts: {
      accountOf: findAccount,
      namesOf: fullNames,
      contactsOf: applicationContacts,
      livingSessions,
      deviceWords,
      isEmailUsed,
      knownCodes,
    },
    related,
    customerTimelines: [
      { section: 'documents', read: documentTimeline },
      { section: 'customers', read: linkTimeline },
    ],
    staffRecords: { heldBy, handOver },
    retentionSources: retentionSources(),
    get personSources() {
      return sources();
    },
  };
}

/** Composes the domains: routes, jobs, and the guards of every route. */
export function composeDomains(ports: Ports) {
  const context = createContext(ports);
  const { clock, events } = context;
  const ofMessaging = messaging(context);
  const ofIdentity = identity(context);
  const ofMoney = money(context);
  const ofDesk = desk(context);
  const ofApplications = applications(context);
  const ofPages = pages(context);
  const parts: Part[] = [
    ...ofMessaging.parts,
    ofIdentity,
    ...Object.values(ofMoney),
    ofApplications,
    ...ofDesk.parts,
    ofPages,
    marketing(context),
    leads(context),
    training(context),
    dashboard(context),
    audit(context),
    legal(context),
    lenders(context),
    privacy(context),
  ];
  parts.push(
    companyData(
      context,
      parts.flatMap(({ ownData = [] }) => ownData),
    ),
  );
  const steps: SetupSources = Object.assign({}, ...parts.map((one) => one.setup ?? {}));
  parts.push(setup(context, steps));
  const changes = Object.assign({}, ...parts.map(({ settings = {} }) => settings));
  parts.push({ routes: settingRoutes(context, changes) });
  for (const { listeners = {} } of parts) events.listen(listeners);
  const idempotency = createIdempotency(context);
  const kinds = parts.flatMap(({ files = [] }) => files);
  parts.push(housekeeping(context, kinds));
  const finders: OwnerFinders = {
    ...ofIdentity.finders,
    ...ofMoney.contractors.finders,
    ...ofMoney.billing.finders,
    ...ofApplications.finders,
    ...ofMessaging.finders,
    ...ofDesk.finders,
    ...ofPages.finders,
  };
  const guards = {
    publicUrl: ports.config.publicUrl,
    sessions: ofIdentity.sessions,
    counter: context.counter,
    clock,
    finders,
    idempotency,
  };
  return { ...joined(parts), guards, context };
}
export type ComposedDomains = ReturnType<typeof composeDomains>;

/**
 * Composes the domains again with the database connections of other work, so that it never uses up
 * those that requests wait for.
 */
export const composeFor = (work: 'reports' | 'jobs', ports: Ports): ComposedDomains =>
  composeDomains({ ...ports, database: { ...ports.database, ...ports.database[work] } });

/** How responses to repeatable calls are stored. */
const createIdempotency = ({
  clock,
  database,
  keys,
}: Pick<Context, 'clock' | 'database' | 'keys'>) => ({
  keys: new IdempotencyKeys(database.db, clock),
  secret: keys.derive('idempotency'),
});

/** Reasons of other domains to keep homeowners' data in applications. */
const applicationHolds: ApplicationHold[] = [
  { reason: 'claim', holds: openClaimOnApplication },
  { reason: 'commission', holds: unpaidCommissionOnApplication },
  { reason: 'notice', holds: noticeHold },
];

/** What other domains hold about an application. */
const related: RelatedRecords = {
  customerOf: async ({ db }, of) => {
    const customer = await findApplicationCustomer(db, of);
    return customer?.anonymisedAt === null ? customer : null;
  },
  linksOf: (context, of) => listApplicationLinks(context, of, shownWith),
  documentsOf: (context, of) => selectApplicationDocuments(context, of, shownWith),
};

/** Everything with personal data and a retention period, in the order of the nightly run. */
export const retentionSources = (): RetentionSource[] => [
  ...applicationRetention(applicationHolds),
  detailsRetention,
  consentRetention,
  noticeRetention,
  customerRetention,
  ...documentRetention,
  ...messagingRetention,
  linkRetention,
  failedJobs,
  ...accessRetention,
  taxFormRetention,
  ...requestRetention,
];

/** Everything that holds a person's data by e-mail address. */
const personSources = (keys: Keys, timeZone: string): PersonSource[] => [
  applicationPerson(applicationHolds, { keys, timeZone }),
  consentPerson(timeZone),
  noticePerson(timeZone),
  // Before the customers lose the addresses that identify these rows.
  linkPerson(timeZone),
  customerPerson(timeZone),
  documentPerson(timeZone),
  ...emailPersons(timeZone, readZones),
];

/** Contractors' payments to us, and ours to them. */
function money(context: Context) {
  const ofPayouts = payouts(context);
  const ofCommissions = commissions(context);
  const ofBilling = billing(context);
  const ofContractors = contractors(context);
  return {
    contractors: ofContractors,
    billing: ofBilling,
    commissions: ofCommissions,
    payouts: ofPayouts,
    accounting: accounting(context),
  };
}

/** The sales desk. */
function desk(context: Context) {
  const ofCustomers = customers(context);
  const ofLinks = links(context);
  const ofDocuments = documents(context);
  return {
    parts: [ofCustomers, ofDocuments, ofLinks],
    finders: { ...ofCustomers.finders, ...ofDocuments.finders, ...ofLinks.finders },
  };
}

/**
 * Registers the API below `/api/v1` and the public pages. `reports` handles the endpoints that read
 * many rows.
 */
export async function registerDomains(
  app: FastifyInstance,
  composed: ComposedDomains,
  reports = composed,
): Promise<void> {
  setValidationMessages();
  const routes = [
    ...composed.routes.filter(({ spec }) => spec.reads !== 'much'),
    ...reports.routes.filter(({ spec }) => spec.reads === 'much'),
  ];
  await app.register(
    (api, _options, done) => {
      // An error thrown here is lost: the server would neither start nor log a reason.
      try {
        registerRoutes(api, allEndpoints, routes, composed.guards);
      } catch (error) {
        return done(toError(error));
      }
      done();
    },
    { prefix: '/api/v1' },
  );
  for (const pages of composed.pages) await app.register(pages);
}
