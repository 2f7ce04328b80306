import { z } from 'zod';
import { job } from '../../platform/jobs/job.ts';

/** Sends a reset link to an address, when an account has it. */
export const sendReset = job({
  id: 'identity.send-reset',
  payload: z.object({ email: z.string(), requestId: z.uuid() }),
  maxAttempts: 12,
});
