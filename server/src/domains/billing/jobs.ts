import { z } from 'zod';
import { job, onJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { Schedule } from '../../platform/jobs/worker.ts';
import { sendExpiryNotices } from './cards/index.ts';
import { chargeDue, retryOwed, settleAll } from './charging/index.ts';
import type { Context } from '../../platform/context.ts';
import { lastDays, reconcile, settleRefund } from './payments/index.ts';
import { chargePayment, retryFailed, sendRefund } from './queue-jobs.ts';
import { sweepSignUps } from './sign-up/index.ts';
import { billAllDue, sendRenewalNotices } from './subscriptions/index.ts';

const minutes = (count: number): number => count * 60_000;

/** How many days are reconciled each night, so that a missed night leaves no gap. */
const nightlyDays = 3;

/** Each job may run twice, even in parallel. */
export const billingJobs = (context: Context): JobHandler[] => [
  onJob(chargePayment, ({ paymentId, contractorId }) =>
    chargeDue(context, paymentId, contractorId),
  ),
  onJob(retryFailed, ({ contractorId }) => retryOwed(context, contractorId)),
  onJob(sendRefund, ({ refundId, contractorId }) =>
    settleRefund(context, { contractorId, id: refundId }),
  ),
];

/**
 * The schedules. A starting server immediately settles open work and bills what became due while it
 * was down.
 */
export const billingSchedules = (context: Context): Schedule[] => [
  {
    pattern: '*/5 * * * *',
    handler: onJob(billDue, () => billAllDue(context)),
    catchUp: minutes(5),
  },
  {
    pattern: '* * * * *',
    handler: onJob(settleOpen, () => settleAll(context)),
    catchUp: minutes(1),
  },
  {
    pattern: '7 * * * *',
    handler: onJob(sendRenewals, () => sendRenewalNotices(context)),
    catchUp: minutes(60),
  },
  {
    pattern: '23 14 * * *',
    handler: onJob(noticeCards, () => sendExpiryNotices(context)),
    catchUp: minutes(24 * 60),
  },
  {
    pattern: '41 7 * * *',
    handler: onJob(reconcileNightly, async () => {
      await reconcile(context, { range: lastDays(context.clock.now(), nightlyDays), userId: null });
    }),
    catchUp: minutes(24 * 60),
  },
  { pattern: '37 * * * *', handler: onJob(sweepExpired, () => sweepSignUps(context)) },
];

/** Bills due installments and announces the next ones. */
const billDue = job({ id: 'billing.bill-due', payload: z.unknown(), maxAttempts: 3 });

/** Settles unanswered attempts, refunds, and events. */
const settleOpen = job({
  id: 'billing.settle',
  payload: z.unknown(),
  maxAttempts: 1,
  calls: 'payments',
});

/** E-mails contractors whose card is about to expire. */
const noticeCards = job({
  id: 'billing.card-expiring',
  payload: z.unknown(),
  maxAttempts: 5,
});

/** E-mails contractors about upcoming years and their prices. */
const sendRenewals = job({ id: 'billing.renewals', payload: z.unknown(), maxAttempts: 5 });

/** Reconciles the ledger of the last days with the gateway. */
const reconcileNightly = job({
  id: 'billing.reconcile',
  payload: z.unknown(),
  maxAttempts: 5,
  calls: 'payments',
});

/** Deletes expired sign-up links and their waiting sign-ups. */
const sweepExpired = job({
  id: 'billing.sweep-sign-ups',
  payload: z.unknown(),
  maxAttempts: 3,
});
