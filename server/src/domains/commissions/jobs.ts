import { onJob } from '../../platform/jobs/job.ts';
import type { Schedule } from '../../platform/jobs/worker.ts';
import { bookBonuses, type BonusDeps } from './bonuses.ts';
import { bookOpenMonths } from './monthly.ts';
import { bookMonths, bookReferralBonuses } from './queue-jobs.ts';

const hour = 3_600_000;

/**
 * Both may run twice, at once and late: each commission is booked once. What was missed while
 * nothing ran is caught up at the start.
 */
export const commissionSchedules = (deps: BonusDeps): Schedule[] => [
  {
    pattern: '7 * * * *',
    catchUp: hour,
    handler: onJob(bookMonths, async () => {
      await bookOpenMonths(deps);
    }),
  },
  {
    pattern: '37 9 * * *',
    catchUp: 24 * hour,
    handler: onJob(bookReferralBonuses, async () => {
      await bookBonuses(deps);
    }),
  },
];
