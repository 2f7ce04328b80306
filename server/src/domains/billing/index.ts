import type { Cancellation } from '@lintel/contract/billing/cancellation';
import type { FastifyPluginAsync } from 'fastify';
import { brandOf } from '../../platform/brand.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { ofContractor } from '../../platform/http/ownership.ts';
import type { Context } from '../../platform/context.ts';
import type { PartWithRows } from '../../platform/part.ts';
import { leftAt, notify, type MessagingDeps } from '../messaging/index.ts';
import { cardJobs, cardRoutes } from './cards/index.ts';
import { payRoutes, receiveSigned, webhookRoutes } from './charging/index.ts';
import type { BillingDeps, PlanEffects } from './deps.ts';
import {
  sandboxJobs,
  sandboxPages,
  sandboxSecret,
  shownGateway,
  type PaymentGateway,
} from './gateway/index.ts';
import { guaranteeJobs, guaranteeRoutes, type GuaranteeDeps } from './guarantee/index.ts';
import { billingJobs, billingSchedules } from './jobs.ts';
import { isIntentOf, isPaymentOf, paymentRoutes, reconcileRoutes } from './payments/index.ts';
import { billingData } from './own-data.ts';
import { planChangeRoutes } from './plan-change/index.ts';
import { planRoutes, type PlanDeps } from './plans/index.ts';
import { signUpRoutes, type SignUpDeps } from './sign-up/index.ts';
import {
  cancelByStaff,
  mailPlanChanged,
  reopenSubscription,
  staffRoutes,
  subscriptionRoutes,
} from './subscriptions/index.ts';

export type { BillingDeps } from './deps.ts';
export { openGateway, sandboxSecret, type PaymentGateway } from './gateway/index.ts';
export type { DisputedPayment, RefundedPayment, SucceededPayment } from './events.ts';
export { openClaimOnApplication } from './guarantee/index.ts';
export { billingJobs } from './jobs.ts';
export { balanceOf, bookEntries, bookEntry } from './payments/index.ts';
export { cancelNow, startSubscription } from './subscriptions/index.ts';

interface BaseEdges extends Pick<Context, 'config' | 'database' | 'clock' | 'log' | 'events'> {
  gateway: PaymentGateway;
  messaging: MessagingDeps;
  effects: PlanEffects;
}

type Deps = BaseEdges &
  Pick<Context, 'keys' | 'counter'> &
  Pick<GuaranteeDeps, 'completedBetween' | 'applicationsWithIds'> &
  Pick<PlanDeps, 'allRoles' | 'holdRoles'> &
  Pick<SignUpDeps, 'accounts'>;

/** Everything that billing depends on. */
export const billingDeps = ({
  config,
  database,
  clock,
  log,
  gateway,
  messaging,
  events,
  effects,
}: BaseEdges): BillingDeps => ({
  db: database.db,
  clock,
  gateway,
  publicUrl: config.publicUrl,
  timeZone: config.BUSINESS_TIME_ZONE,
  emit: events.emit,
  effects,
  queueMail: (tx, message) => notify(tx, messaging, message),
  mailSentAt: leftAt,
  log,
});

interface BillingPart extends PartWithRows<'payment' | 'paymentIntent'> {
  /** Subscription changes when staff change a contractor's payment status, in their transaction. */
  subscription: {
    cancel(
      tx: Database,
      by: Caller,
      of: { contractorId: number; decision: Cancellation | undefined },
    ): Promise<void>;
    /** Called after a plan change. */
    planChanged(
      tx: Database,
      of: { contractorId: number; oldPlanId: number | null },
    ): Promise<void>;
    reopen(tx: Database, by: Caller, contractorId: number): Promise<void>;
  };
}

/** Plans, sign-up, subscriptions and their payments, the guarantee, and the gateway's side. */
export function part(edges: Deps): BillingPart {
  const { config, keys, completedBetween, applicationsWithIds, allRoles, holdRoles } = edges;
  const deps = billingDeps(edges);
  const { db, clock, gateway } = deps;
  const shown = shownGateway(gateway, config.STRIPE_PUBLISHABLE_KEY);
  const guarantee = { ...deps, completedBetween, applicationsWithIds };
  const signUp = signUpDeps(edges, deps);
  const ofGateway = gatewaySide({ config, keys }, deps);
  return {
    routes: [
      ...planRoutes({ db, clock, allRoles, holdRoles }),
      ...staffRoutes(deps),
      ...reconcileRoutes(deps),
      ...cardRoutes({ ...deps, shownGateway: shown }),
      ...paymentRoutes({ ...deps, brand: brandOf(config) }),
      ...payRoutes(deps),
      ...subscriptionRoutes(deps),
      ...planChangeRoutes(deps),
      ...guaranteeRoutes(guarantee),
      ...signUpRoutes({ ...signUp, shownGateway: shown }),
      ...ofGateway.routes,
    ],
    jobs: [...billingJobs(deps), ...cardJobs(deps), ...guaranteeJobs(guarantee), ...ofGateway.jobs],
    schedules: billingSchedules(deps),
    ownData: billingData({ ...deps, brand: brandOf(config) }),
    pages: ofGateway.pages,
    finders: {
      payment: ofContractor((contractorId, id) => isPaymentOf(db, contractorId, id)),
      paymentIntent: ofContractor((contractorId, id) => isIntentOf(db, contractorId, id)),
    },
    subscription: {
      cancel: (tx, by, of) => cancelByStaff(tx, deps, by, of),
      planChanged: (tx, of) => mailPlanChanged(tx, deps, of),
      reopen: async (tx, by, contractorId) =>
        void (await reopenSubscription(tx, deps, contractorId, by)),
    },
  };
}

const signUpDeps = (
  { messaging, config, keys, counter, accounts }: Deps,
  deps: BillingDeps,
): SignUpDeps => ({
  ...deps,
  counter,
  secret: keys.derive('sign-up'),
  accounts,
  announce: (tx, { contractorId, companyName: company, ...lead }) =>
    notify(tx, messaging, {
      event: 'lead-created',
      key: `lead-created:${contractorId}`,
      contractorId,
      data: {
        lead: { ...lead, company, state: '' },
        link: `${config.publicUrl}/manage/contractors?search=${encodeURIComponent(lead.email)}`,
      },
    }),
  mailLink: (tx, { key, ...data }) =>
    notify(tx, messaging, { event: 'finish-sign-up', key: `finish-sign-up:${key}`, data }),
});

/** The gateway's side: the webhook, and for the sandbox its event sender and bank page. */
function gatewaySide({ config, keys }: Pick<Context, 'config' | 'keys'>, billing: BillingDeps) {
  const { gateway, clock, db, publicUrl } = billing;
  const routes = webhookRoutes(billing);
  if (gateway.name !== 'sandbox')
    return { routes, jobs: [], pages: (async () => {}) satisfies FastifyPluginAsync };
  // Calls the webhook route's handler directly, so that it works with any processes and proxies.
  const deliver = async (body: string, signature: string): Promise<void> => {
    await receiveSigned(billing, body, signature);
  };
  return {
    routes,
    jobs: sandboxJobs({ clock, secret: sandboxSecret(keys), deliver }),
    pages: sandboxPages({ db, clock, publicUrl, brand: brandOf(config) }),
  };
}
