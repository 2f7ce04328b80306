import { z } from 'zod';
import { job } from '../../platform/jobs/job.ts';

/** Computes how each lender is doing, from its calls and applications. */
export const refreshLenderHealth = job({
  id: 'lenders.refresh-health',
  payload: z.unknown(),
  maxAttempts: 3,
});

/** Deletes old calls. */
export const forgetLenderCalls = job({
  id: 'lenders.forget-calls',
  payload: z.unknown(),
  maxAttempts: 5,
});
