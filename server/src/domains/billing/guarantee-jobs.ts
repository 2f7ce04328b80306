import { z } from 'zod';
import { job } from '../../platform/jobs/job.ts';

const positive = z.number().int().positive();

/** Refunds what an approved claim promises. */
export const payGuarantee = job({
  id: 'billing.pay-guarantee',
  payload: z.object({
    claimId: positive,
    refunds: z.array(z.object({ paymentId: positive, amountCents: positive })),
  }),
  maxAttempts: 8,
});
