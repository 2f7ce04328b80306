import { z } from 'zod';
import { job } from '../../platform/jobs/job.ts';

/** What the clock says beside the time is of no interest. */
const nothing = z.unknown();

/**
 * Books the months that are over and were not booked yet: looked for every hour, so that any time
 * zone's first of the month is met.
 */
export const bookMonths = job({ id: 'commissions.book-months', payload: nothing, maxAttempts: 24 });

/** Books the bonuses for friends who have paid for long enough. */
export const bookReferralBonuses = job({
  id: 'commissions.book-bonuses',
  payload: nothing,
  maxAttempts: 24,
});
