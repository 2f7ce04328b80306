import { z } from 'zod';
import { job } from '../../../platform/jobs/job.ts';

/** So often a run begins again before it counts as failed. */
export const mostFailures = 5;

/** Takes the persons out of what is kept no longer. */
export const runRetention = job({
  id: 'privacy.retention',
  payload: z.unknown(),
  maxAttempts: mostFailures,
});

/** The key under which a run goes on, or is asked for beside the clock. */
export const runKey = 'retention';
