import { z } from 'zod';
import { job } from '../../../platform/jobs/job.ts';

/** Deletes old events of the e-mail provider, which no longer repeats them. */
export const sweepMailEvents = job({
  id: 'emails.sweep-events',
  payload: z.unknown(),
  maxAttempts: 1,
});
