import { brandOf } from '../../platform/brand.ts';
import { onJob } from '../../platform/jobs/job.ts';
import type { Context } from '../../platform/context.ts';
import type { Part } from '../../platform/part.ts';
import type { PageRenderer } from '../pages/index.ts';
import type { RequestDeps } from './requests/deps.ts';
import { privacyPages } from './requests/pages.ts';
import { keepErasure, replayErasures, tendRequests } from './requests/queue-jobs.ts';
import { replay, storeErasure } from './requests/replay.ts';
import { requestRoutes } from './requests/routes.ts';
import { tend } from './requests/daily-maintenance.ts';
import { runRetention } from './retention/queue-jobs.ts';
import { retentionRoutes, type RetentionDeps } from './retention/routes.ts';
import { runDue } from './retention/run.ts';

export { requestRetention } from './requests/retention.ts';
export { runKey, runRetention } from './retention/queue-jobs.ts';
export { countAllDue } from './retention/run.ts';

type Deps = Pick<Context, 'config' | 'database' | 'clock' | 'log' | 'keys' | 'files' | 'counter'> &
  Pick<RetentionDeps, 'accountOf' | 'namesOf' | 'sources'> &
  Pick<RequestDeps, 'messaging' | 'persons' | 'contactsOf' | 'companyOf' | 'staffFor'> & {
    renderer: PageRenderer;
  };

/** Retention of personal data and homeowners' privacy requests. */
export function part(deps: Deps): Part {
  const { database, clock, log, config, keys, files, counter, namesOf } = deps;
  const common = { db: database.db, clock, log, namesOf };
  const retention: RetentionDeps = {
    ...common,
    accountOf: deps.accountOf,
    sources: deps.sources,
  };
  const requests: RequestDeps = {
    ...common,
    counter,
    files,
    messaging: deps.messaging,
    publicUrl: config.publicUrl,
    timeZone: config.BUSINESS_TIME_ZONE,
    copyKey: keys.derive('privacy copy'),
    erasureKey: keys.derive('erased address'),
    persons: deps.persons,
    contactsOf: deps.contactsOf,
    companyOf: deps.companyOf,
    staffFor: deps.staffFor,
  };
  const nightly = onJob(runRetention, () => runDue(retention));
  const tending = onJob(tendRequests, () => tend(requests));
  const replaying = onJob(replayErasures, () => replay(requests));
  // Catches up on a night when nothing ran.
  const catchUp = 24 * 3_600_000;
  return {
    routes: [...retentionRoutes(retention), ...requestRoutes(requests)],
    pages: privacyPages({ ...requests, config, brand: brandOf(config), renderer: deps.renderer }),
    jobs: [
      nightly,
      tending,
      replaying,
      onJob(keepErasure, (erasure) => storeErasure({ files }, erasure)),
    ],
    schedules: [
      // Replays deletions after a restore as soon as a worker starts.
      { pattern: '3 6 * * *', handler: replaying, catchUp, atStart: true },
      { pattern: '13 6 * * *', handler: tending, catchUp },
      { pattern: '23 6 * * *', handler: nightly, catchUp },
    ],
  };
}
