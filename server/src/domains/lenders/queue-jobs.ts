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

/** Runs the conformance checks against a lender's address. A retry starts again. */
export const checkConformance = job({
  id: 'lenders.check-conformance',
  payload: z.object({ lenderId: z.number(), run: z.string() }),
  maxAttempts: 2,
  calls: 'lenders',
});

/** Warns staff of client certificates that expire soon. */
export const warnOfCertificates = job({
  id: 'lenders.warn-of-certificates',
  payload: z.unknown(),
  maxAttempts: 5,
});
