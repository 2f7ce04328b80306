import { z } from 'zod';
import { job } from '../../../platform/jobs/job.ts';

/** Withdraws consent when the provider reports that a number has opted out. */
export const withdrawConsent = job({
  id: 'texts.withdraw-consent',
  payload: z.object({
    contractorId: z.number().int().positive(),
    id: z.number().int().positive(),
  }),
  maxAttempts: 12,
});
