import type { Context } from '../../platform/context.ts';
import { z } from 'zod';
import { hourMs, dayMs } from '@lintel/contract/core/durations';
import { onJob, job } from '../../platform/jobs/job.ts';
import type { Schedule } from '../../platform/jobs/worker.ts';
import { bookBonuses } from './referrals.ts';
import { bookOpenMonths } from './monthly.ts';

/**
 * Both jobs may run twice, in parallel, or late: each commission is booked once. Missed runs are
 * caught up at startup.
 */
export const commissionSchedules = (context: Context): Schedule[] => [
  {
    pattern: '7 * * * *',
    catchUp: hourMs,
    handler: onJob(bookMonths, async () => {
      await bookOpenMonths(context);
    }),
  },
  {
    pattern: '37 9 * * *',
    catchUp: dayMs,
    handler: onJob(bookReferralBonuses, async () => {
      await bookBonuses(context);
    }),
  },
];

const nothing = z.unknown();

/**
 * Books past months that aren't booked yet. Hourly, so that it covers the first of the month in any
 * time zone.
 */
const bookMonths = job({ id: 'commissions.book-months', payload: nothing, maxAttempts: 24 });

/** Books the bonuses for friends who have paid for long enough. */
const bookReferralBonuses = job({
  id: 'commissions.book-bonuses',
  payload: nothing,
  maxAttempts: 24,
});
