import { ownedByContractor } from '../../platform/http/ownership.ts';
import type { Context } from '../../platform/context.ts';
import type { PartWithRows } from '../../platform/part.ts';
import { cardJobs, cardRoutes } from './cards/index.ts';
import { payRoutes, receiveSigned, webhookRoutes } from './charging/index.ts';
import { sandboxJobs, sandboxPages } from './gateway/index.ts';
import { guaranteeJobs, guaranteeRoutes } from './guarantee/index.ts';
import { billingJobs, billingSchedules } from './jobs.ts';
import { ownsIntent, ownsPayment, paymentRoutes, reconcileRoutes } from './payments/index.ts';
import { billingData } from './own-data.ts';
import { planChangeRoutes } from './plan-change/index.ts';
import { planRoutes } from './plans/index.ts';
import { billingSteps } from './setup-steps.ts';
import { signUpRoutes } from './sign-up/index.ts';
import {
  cancelByStaff,
  mailPlanChanged,
  reopenSubscription,
  staffRoutes,
  subscriptionRoutes,
} from './subscriptions/index.ts';

export { openGateway, sandboxSecret, type PaymentGateway } from './gateway/index.ts';
export type { DisputedPayment, RefundedPayment, SucceededPayment } from './events.ts';
export { openClaimOnApplication } from './guarantee/index.ts';
export { billingJobs } from './jobs.ts';
export { readBalance, bookEntries, bookEntry } from './payments/index.ts';
export { cancelNow, startSubscription } from './subscriptions/index.ts';

/** Plans, sign-up, subscriptions and their payments, the guarantee, and the gateway's side. */
export function part(context: Context): PartWithRows<'payment' | 'paymentIntent'> {
  const { db } = context;
  return {
    routes: [
      ...planRoutes(context),
      ...staffRoutes(context),
      ...reconcileRoutes(context),
      ...cardRoutes(context),
      ...paymentRoutes(context),
      ...payRoutes(context),
      ...subscriptionRoutes(context),
      ...planChangeRoutes(context),
      ...guaranteeRoutes(context),
      ...signUpRoutes(context),
      ...webhookRoutes(context),
    ],
    jobs: [
      ...billingJobs(context),
      ...cardJobs(context),
      ...guaranteeJobs(context),
      ...webhookCalls(context),
    ],
    schedules: billingSchedules(context),
    setup: billingSteps(context),
    ownData: billingData(context),
    pages: sandboxPages(context),
    listeners: {
      'contractor.canceled': (tx, { caller, ...of }) => cancelByStaff(tx, context, caller, of),
      'contractor.plan-changed': (tx, of) => mailPlanChanged(tx, context, of),
      'contractor.renewed': async (tx, { caller, contractorId }) =>
        void (await reopenSubscription(tx, context, contractorId, caller)),
    },
    finders: {
      payment: ownedByContractor((contractorId, id) => ownsPayment(db, contractorId, id)),
      paymentIntent: ownedByContractor((contractorId, id) => ownsIntent(db, contractorId, id)),
    },
  };
}

/** Calls the webhook's handler directly, so that it works with any processes and proxies. */
const webhookCalls = (context: Context) =>
  sandboxJobs(context, async (body, signature) => {
    await receiveSigned(context, body, signature);
  });
