import { onJob, type JobHandler } from '../../platform/jobs/job.ts';
import { documentJobs, type HandOverDeps } from './lender-requests/index.ts';
import type { Schedule } from '../../platform/jobs/worker.ts';
import type { LenderNetwork } from './lender-network.ts';
import {
  recordLenderEvent,
  type LenderEventDeps,
  remindOfExpiry,
  type RemindDeps,
  decideOnceComplete,
} from './lenders/index.ts';
import {
  askLenders,
  deliverSandboxEvent,
  inviteHomeowner,
  remindExpiring,
  remindOfFollowUp,
  tellChoice,
  tellGivenUp,
} from './queue-jobs.ts';
import { findOffer, readLenderFacts } from './repository.ts';
import { remindOfFollowUps, type FollowUpDeps } from './contractor-view/index.ts';
import { invite } from './invitation.ts';

export interface ApplicationJobDeps extends LenderEventDeps, HandOverDeps {
  lenders: LenderNetwork;
}

/**
 * The network's calls are idempotent by application reference, so each job is safe to run twice.
 */
export const applicationJobs = (deps: ApplicationJobDeps): JobHandler[] => {
  const { db, lenders } = deps;
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
    ...documentJobs(deps),
    onJob(askLenders, async (which) => {
      const { facts, isHeld } = await readLenderFacts(db, which);
      if (!isHeld) await lenders.submit(facts);
    }),
    onJob(tellChoice, async (told) => {
      const { isHeld } = await readLenderFacts(db, told);
      if (!isHeld) await lenders.choose(...(await about(told)));
    }),
    onJob(tellGivenUp, async (told) => lenders.giveUp(...(await about(told)))),
    onJob(inviteHomeowner, (application) => invite(deps, application)),
    onJob(deliverSandboxEvent, async (event) => {
      await recordLenderEvent(deps, 'sandbox', event);
      if (event.type === 'request.fulfilled') await decideOnceComplete(deps, event.application);
    }),
  ];
};

/** Runs in the morning of the business's time zone, never at night. */
export const applicationSchedules = (deps: RemindDeps & FollowUpDeps): Schedule[] => [
  {
    pattern: '0 15 * * *',
    handler: onJob(remindExpiring, () => remindOfExpiry(deps)),
    catchUp: 86_400_000,
  },
  {
    // Hourly, because contractors are in different time zones.
    pattern: '0 * * * *',
    handler: onJob(remindOfFollowUp, () => remindOfFollowUps(deps)),
    catchUp: 3_600_000,
  },
];
