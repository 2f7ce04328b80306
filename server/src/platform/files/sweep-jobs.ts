import { z } from 'zod';
import { job } from '../jobs/job.ts';

/** Removes files that nothing names any more, from `after` on in the order of their keys. */
export const sweepStore = job({
  id: 'files.sweep',
  payload: z.object({ after: z.string().default('') }).catch({ after: '' }),
  maxAttempts: 3,
});
