import type { Context } from '../../platform/context.ts';
import { onJob, type JobHandler } from '../../platform/jobs/job.ts';
import { documentJobs, documentSchedules } from './lender-requests/index.ts';
import type { Schedule } from '../../platform/jobs/worker.ts';
import { check as checkNoticesOf, sendDue } from './adverse-action/index.ts';
import { connectionById } from './connections/index.ts';
import {
  decideOnceComplete,
  endOverdue,
  recordLenderEvent,
  sendExpiryReminders,
  routeApplication,
  sendApplication,
} from './lenders/index.ts';
import {
  checkNotices,
  endOverdueAnswers,
  sendToOneLender,
  submitToLenders,
  deliverSandboxEvent,
  inviteHomeowner,
  keepDailyCounts,
  remindExpiring,
  remindFollowUps,
  reportChoice,
  reportGivenUp,
  sendDueNotices,
} from './queue-jobs.ts';
import { findOffer, readLenderFacts } from './repository.ts';
import { sendFollowUpReminders } from './contractor-view/index.ts';
import { invite } from './invitation.ts';
import { updateDailyCounts } from './daily-counts/index.ts';

/**
 * The network's calls are idempotent by application reference, so each job is safe to run twice.
 */
export function applicationJobs(context: Context): JobHandler[] {
  const { db } = context;
  const about = async ({
    offerId,
    choice,
    ...which
  }: {
    contractorId: number;
    applicationId: number;
    offerId: number;
    choice: number;
  }) => {
    const { facts } = await readLenderFacts(db, which);
    const { contractorId, applicationId } = which;
    const offer = await findOffer(db, { contractorId, id: applicationId }, offerId);
    if (offer === undefined) throw new Error(`No offer ${offerId}`);
    return [facts, { ...offer, choice }] as const;
  };
  return [
    ...documentJobs(context),
    onJob(submitToLenders, (which) => routeApplication(context, which)),
    onJob(sendToOneLender, (which) => sendApplication(context, which)),
    onJob(reportChoice, async (payload) => {
      const { isHeld } = await readLenderFacts(db, payload);
      if (isHeld) return;
      const [facts, offer] = await about(payload);
      const job = { id: reportChoice.id, payload };
      await (await connectionById(context, offer.lenderId, job)).choose(facts, offer);
    }),
    onJob(reportGivenUp, async (payload) => {
      const [facts, offer] = await about(payload);
      const job = { id: reportGivenUp.id, payload };
      await (await connectionById(context, offer.lenderId, job)).giveUp(facts, offer);
    }),
    onJob(checkNotices, (which) => checkNoticesOf(context, which)),
    onJob(inviteHomeowner, (application) => invite(context, application)),
    onJob(deliverSandboxEvent, async (event) => {
      await recordLenderEvent(context, 'sandbox', event);
      if (event.type === 'request.fulfilled') await decideOnceComplete(context, event.application);
    }),
  ];
}

export const applicationSchedules = (context: Context): Schedule[] => [
  ...documentSchedules(context),
  { pattern: '* * * * *', handler: onJob(endOverdueAnswers, () => endOverdue(context)) },
  {
    // In the morning of the business's time zone, never at night.
    pattern: '0 15 * * *',
    handler: onJob(remindExpiring, () => sendExpiryReminders(context)),
    catchUp: 86_400_000,
  },
  {
    // Hourly, because contractors are in different time zones.
    pattern: '0 * * * *',
    handler: onJob(remindFollowUps, () => sendFollowUpReminders(context)),
    catchUp: 3_600_000,
  },
  {
    pattern: '23 * * * *',
    handler: onJob(sendDueNotices, () => sendDue(context)),
    catchUp: 3_600_000,
  },
  {
    pattern: '41 * * * *',
    handler: onJob(keepDailyCounts, () => updateDailyCounts(context)),
    catchUp: 3_600_000,
  },
];
