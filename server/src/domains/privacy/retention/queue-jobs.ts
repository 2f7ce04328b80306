import { z } from 'zod';
import { job } from '../../../platform/jobs/job.ts';

/** A run fails after this many errors. */
export const mostFailures = 5;

/** Anonymizes records past their retention period. */
export const runRetention = job({
  id: 'privacy.retention',
  payload: z.unknown(),
  maxAttempts: mostFailures,
});

/** Job key of a resumed or manually started run. */
export const runKey = 'retention';
