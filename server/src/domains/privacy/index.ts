import { onJob } from '../../platform/jobs/job.ts';
import type { Context } from '../../platform/context.ts';
import type { Part } from '../../platform/part.ts';
import { privacyPages } from './requests/pages.ts';
import { storeErasureFile, replayErasures, maintainRequests } from './requests/queue-jobs.ts';
import { replay, storeErasure } from './requests/replay.ts';
import { requestRoutes } from './requests/routes.ts';
import { maintain } from './requests/daily-maintenance.ts';
import { runRetention } from './retention/queue-jobs.ts';
import { retentionRoutes } from './retention/routes.ts';
import { runDue } from './retention/run.ts';

export { requestRetention } from './requests/retention.ts';
export { runKey, runRetention } from './retention/queue-jobs.ts';
export { countAllDue } from './retention/run.ts';

/** Retention of personal data and homeowners' privacy requests. */
export function part(context: Context): Part {
  const nightly = onJob(runRetention, () => runDue(context));
  const maintaining = onJob(maintainRequests, () => maintain(context));
  const replaying = onJob(replayErasures, () => replay(context));
  // Catches up on a night when nothing ran.
  const catchUp = 24 * 3_600_000;
  return {
    routes: [...retentionRoutes(context), ...requestRoutes(context)],
    pages: privacyPages(context),
    jobs: [
      nightly,
      maintaining,
      replaying,
      onJob(storeErasureFile, (erasure) => storeErasure(context, erasure)),
    ],
    schedules: [
      // Replays deletions after a restore as soon as a worker starts.
      { pattern: '3 6 * * *', handler: replaying, catchUp, atStart: true },
      { pattern: '13 6 * * *', handler: maintaining, catchUp },
      { pattern: '23 6 * * *', handler: nightly, catchUp },
    ],
  };
}
