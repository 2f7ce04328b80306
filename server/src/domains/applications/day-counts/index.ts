import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { onJob } from '../../../platform/jobs/job.ts';
import { oneByOne } from '../../../platform/jobs/one-by-one.ts';
import type { Schedule } from '../../../platform/jobs/worker.ts';
import { inContractorZone } from '../../contractors/index.ts';
import { countLarge, countMarked } from './queue-jobs.ts';
import {
  countContractor,
  countMarkedDays,
  dropUnusedMarks,
  largeContractors,
  markedContractors,
} from './recount.ts';

export { markDays } from './marks.ts';
export { countLarge, countLargeKey } from './queue-jobs.ts';
export { countedEvents, hasCounts, isCounted, startedDays } from './read.ts';

export interface DayCountDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  timeZone: string;
}

export async function countMarkedOfAll({ db, log, timeZone }: DayCountDeps): Promise<void> {
  await oneByOne(await markedContractors(db), {
    log,
    work: async (contractorId) =>
      countMarkedDays(db, await inContractorZone({ db, contractorId, timeZone }, contractorId)),
    failed: (contractorId) => `days of contractor ${contractorId} were not counted again`,
  });
  await dropUnusedMarks(db);
}

export async function countAllOfLarge({ db, clock, log, timeZone }: DayCountDeps): Promise<void> {
  await oneByOne(await largeContractors(db), {
    log,
    work: async (contractorId) =>
      countContractor(
        db,
        await inContractorZone({ db, contractorId, timeZone }, contractorId),
        clock.now(),
      ),
    failed: (contractorId) => `applications of contractor ${contractorId} were not counted`,
  });
}

export const dayCountSchedules = (deps: DayCountDeps): Schedule[] => [
  { pattern: '*/5 * * * *', handler: onJob(countMarked, () => countMarkedOfAll(deps)) },
  { pattern: '37 6 * * *', handler: onJob(countLarge, () => countAllOfLarge(deps)) },
];
