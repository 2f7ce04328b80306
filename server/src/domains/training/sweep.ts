import { onJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { Schedule } from '../../platform/jobs/worker.ts';
import type { MaterialDeps } from './deps.ts';
import { forgetUnused } from './file-repository.ts';
import { filePrefix } from './media.ts';
import { sweepFiles } from './queue-jobs.ts';

/** An upload has so long to be used: whoever fills in a form may be called away. */
const hoursUnused = 24;

/** Removes files that nothing refers to. Their notes go first: a crash in between leaves bytes that nobody can reach. */
async function removeUnused({ db, clock, files }: MaterialDeps): Promise<void> {
  const before = new Date(clock.now().getTime() - hoursUnused * 3_600_000);
  const keys = await db.transaction((tx) => forgetUnused(tx, filePrefix, before));
  for (const key of keys) await files.remove(key);
}

const handler = (deps: MaterialDeps): JobHandler => onJob(sweepFiles, () => removeUnused(deps));

export const trainingJobs = (deps: MaterialDeps): JobHandler[] => [handler(deps)];

/** Every hour. */
export const trainingSchedules = (deps: MaterialDeps): Schedule[] => [{ pattern: '37 * * * *', handler: handler(deps) }];
