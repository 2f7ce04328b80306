import { onJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { Schedule } from '../../platform/jobs/worker.ts';
import { billAllDue } from './bill-due.ts';
import { noticeExpiring } from './card-notices.ts';
import { chargeDue } from './charging.ts';
import type { BillingDeps } from './deps.ts';
import {
  billDue,
  chargePayment,
  noticeCards,
  reconcileNightly,
  retryFailed,
  sendRefund,
  settleOpen,
  tellOfRenewals,
} from './queue-jobs.ts';
import { lastDays, reconcile } from './reconcile.ts';
import { settleRefund } from './refunds.ts';
import { tellRenewals } from './renewals.ts';
import { retryOwed } from './retry.ts';
import { settleAll } from './settle.ts';

const minutes = (count: number): number => count * 60_000;
/** So many days are compared each night, so that a night without a comparison leaves no gap. */
const nightlyDays = 3;

/** Each of these may run twice, and at the same time. */
export const subscriptionJobs = (deps: BillingDeps): JobHandler[] => [
  onJob(chargePayment, ({ paymentId }) => chargeDue(deps, paymentId)),
  onJob(retryFailed, ({ contractorId }) => retryOwed(deps, contractorId)),
  onJob(sendRefund, ({ refundId }) => settleRefund(deps, refundId)),
];

/**
 * What the clock starts. A start of the server looks after what was left open, and bills what
 * became due meanwhile, at once.
 */
export const subscriptionSchedules = (deps: BillingDeps): Schedule[] => [
  { pattern: '*/5 * * * *', handler: onJob(billDue, () => billAllDue(deps)), catchUp: minutes(5) },
  { pattern: '* * * * *', handler: onJob(settleOpen, () => settleAll(deps)), catchUp: minutes(1) },
  {
    pattern: '7 * * * *',
    handler: onJob(tellOfRenewals, () => tellRenewals(deps)),
    catchUp: minutes(60),
  },
  {
    pattern: '23 14 * * *',
    handler: onJob(noticeCards, () => noticeExpiring(deps)),
    catchUp: minutes(24 * 60),
  },
  {
    pattern: '41 7 * * *',
    handler: onJob(reconcileNightly, async () => {
      await reconcile(deps, { range: lastDays(deps.clock.now(), nightlyDays), userId: null });
    }),
    catchUp: minutes(24 * 60),
  },
];
