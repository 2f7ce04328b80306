import type { Logger } from 'pino';
import type { FastifyPluginAsync } from 'fastify';
import {
  cancelNow,
  cardJobs,
  cardRoutes,
  paymentRoutes,
  receiveEvent,
  receiveSigned,
  reconcileRoutes,
  reopenSubscription,
  sandboxJobs,
  sandboxPages,
  sandboxSecret,
  shownGateway,
  staffRoutes,
  subscriptionJobs,
  subscriptionRoutes,
  subscriptionSchedules,
  webhookRoutes,
  type BillingDeps,
  type BillingHooks,
  type GatewayEvent,
  type PaymentGateway,
} from './domains/billing/index.ts';
import { leftAt, queueEmail, type EmailDeps } from './domains/emails/index.ts';
import { brandOf } from './platform/brand.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Keys } from './platform/crypto/keys.ts';
import type { Database, OpenDatabase } from './platform/db/connect.ts';
import type { Caller } from './platform/http/caller.ts';
import type { Route } from './platform/http/route.ts';
import type { JobHandler } from './platform/jobs/job.ts';
import type { Schedule } from './platform/jobs/worker.ts';

interface Edges {
  config: Config;
  database: OpenDatabase;
  clock: Clock;
  gateway: PaymentGateway;
  log: Logger;
}

/** What billing stands on. */
export const billingDeps = (deps: Edges, mail: EmailDeps, hooks: BillingHooks): BillingDeps => ({
  db: deps.database.db,
  clock: deps.clock,
  gateway: deps.gateway,
  publicUrl: deps.config.publicUrl,
  timeZone: deps.config.BUSINESS_TIME_ZONE,
  hooks,
  queueMail: (tx, message) => queueEmail(tx, mail, message),
  mailLeftAt: leftAt,
  log: deps.log,
});

interface Composed {
  routes: Route[];
  jobs: JobHandler[];
  schedules: Schedule[];
  /**
   * What staff's change of how a contractor stands does to the subscription, in their transaction.
   */
  subscription: {
    cancel(tx: Database, by: Caller, contractorId: number): Promise<void>;
    reopen(tx: Database, by: Caller, contractorId: number): Promise<void>;
  };
}

/**
 * Subscriptions and their payments: what is served, what is done in the background, and what other
 * domains ask for.
 */
export const composeBilling = (deps: BillingDeps): Composed => ({
  routes: [...staffRoutes(deps), ...reconcileRoutes(deps)],
  jobs: subscriptionJobs(deps),
  schedules: subscriptionSchedules(deps),
  subscription: {
    cancel: (tx, by, contractorId) => cancelNow(tx, deps, contractorId, by),
    reopen: async (tx, by, contractorId) =>
      void (await reopenSubscription(tx, deps, contractorId, by)),
  },
});

/** The Billing screen: the contractor's card, payments, receipts and subscription. */
export const composeBillingScreen = (
  config: Config,
  deps: BillingDeps,
): Pick<Composed, 'routes' | 'jobs'> => ({
  routes: [
    ...cardRoutes({
      ...deps,
      shownGateway: shownGateway(deps.gateway, config.STRIPE_PUBLISHABLE_KEY),
    }),
    ...paymentRoutes({ ...deps, brand: brandOf(config) }),
    ...subscriptionRoutes(deps),
  ],
  jobs: cardJobs(deps),
});

interface GatewaySide {
  routes: Route[];
  jobs: JobHandler[];
  /** Of the sandbox, the page of its bank. */
  pages: FastifyPluginAsync;
}

/**
 * The gateway's side: the webhook that takes its events and, of the sandbox, what sends them and
 * the page of its bank.
 */
export function composeGateway(
  { config, keys }: { config: Config; keys: Keys },
  billing: BillingDeps,
): GatewaySide {
  const { gateway, clock, db, publicUrl } = billing;
  const webhook = {
    gateway,
    receive: (event: GatewayEvent) => receiveEvent(billing, gateway.name, event),
  };
  const routes = webhookRoutes(webhook);
  if (gateway.name !== 'sandbox') return { routes, jobs: [], pages: async () => {} };
  // Straight to what the webhook's route calls, so that it arrives in every set-up of processes and
  // proxies.
  const deliver = async (body: string, signature: string): Promise<void> => {
    await receiveSigned(webhook, body, signature);
  };
  return {
    routes,
    jobs: sandboxJobs({ clock, secret: sandboxSecret(keys), deliver }),
    pages: sandboxPages({ db, clock, publicUrl, brand: brandOf(config) }),
  };
}
