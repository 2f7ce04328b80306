import { onJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { LenderNetwork } from './lender-network.ts';
import type { Tell } from './news.ts';
import { recordLenderEvent } from './lender-events.ts';
import { askLenders, deliverSandboxEvent, tellChoice } from './queue-jobs.ts';
import { readLenderFacts, selectOffer } from './repository.ts';

export interface ApplicationJobDeps {
  db: Database;
  clock: Clock;
  lenders: LenderNetwork;
  tell: Tell;
}

/** The network's calls are idempotent by the application's reference, so each of these may run twice. */
export const applicationJobs = ({ db, clock, lenders, tell }: ApplicationJobDeps): JobHandler[] => [
  onJob(askLenders, async ({ applicationId }) => lenders.submit(await readLenderFacts(db, applicationId))),
  onJob(tellChoice, async ({ applicationId, offerId }) => {
    const [facts, offer] = [await readLenderFacts(db, applicationId), await selectOffer(db, applicationId, offerId)];
    if (offer === undefined) throw new Error(`No offer ${offerId}`);
    await lenders.choose(facts, offer);
  }),
  onJob(deliverSandboxEvent, async (event) => {
    await recordLenderEvent({ db, clock, tell }, 'sandbox', event);
  }),
];
