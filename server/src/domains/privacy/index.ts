import { onJob } from '../../platform/jobs/job.ts';
import type { Edges, Part } from '../../platform/part.ts';
import { runRetention } from './retention/queue-jobs.ts';
import { retentionRoutes, type RetentionDeps } from './retention/routes.ts';
import { runDue } from './retention/run.ts';

export { runKey, runRetention } from './retention/queue-jobs.ts';
export { countAllDue } from './retention/run.ts';

type Deps = Pick<Edges, 'database' | 'clock' | 'log'> &
  Pick<RetentionDeps, 'accountOf' | 'namesOf' | 'sources'>;

/** For how long persons are kept. */
export function part({ database, ...others }: Deps): Part {
  const retention = { db: database.db, ...others };
  const nightly = onJob(runRetention, () => runDue(retention));
  return {
    routes: retentionRoutes(retention),
    jobs: [nightly],
    // A night on which nothing ran is made up for.
    schedules: [{ pattern: '23 6 * * *', handler: nightly, catchUp: 24 * 3_600_000 }],
  };
}
