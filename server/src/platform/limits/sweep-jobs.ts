import { z } from 'zod';
import { job } from '../jobs/job.ts';

/** Deletes the windows of calls that are over. */
export const sweepCounters = job({ id: 'limits.sweep', payload: z.unknown(), maxAttempts: 1 });
