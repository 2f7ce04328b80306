import { z } from 'zod';
import { hourMs, dayMs } from '@lintel/contract/core/durations';
import { onJob, job } from '../../platform/jobs/job.ts';
import type { Schedule } from '../../platform/jobs/worker.ts';
import { bookBonuses } from './referrals.ts';
import { bookOpenMonths, type BookAllDeps } from './monthly.ts';

/**
 * Both may run twice, at once and late: each commission is booked once. What was missed while
 * nothing ran is caught up at the start.
 */
export const commissionSchedules = (deps: BookAllDeps): Schedule[] => [
  {
    pattern: '7 * * * *',
    catchUp: hourMs,
    handler: onJob(bookMonths, async () => {
      await bookOpenMonths(deps);
    }),
  },
  {
    pattern: '37 9 * * *',
    catchUp: dayMs,
    handler: onJob(bookReferralBonuses, async () => {
      await bookBonuses(deps);
    }),
  },
];

/** The schedule's payload is not used. */
const nothing = z.unknown();

/**
 * Books the months that are over and were not booked yet: looked for every hour, so that any time
 * zone's first of the month is met.
 */
const bookMonths = job({ id: 'commissions.book-months', payload: nothing, maxAttempts: 24 });

/** Books the bonuses for friends who have paid for long enough. */
const bookReferralBonuses = job({
  id: 'commissions.book-bonuses',
  payload: nothing,
  maxAttempts: 24,
});
