import { z } from 'zod';
import { job } from '../../../platform/jobs/job.ts';

/** Writes a deleted address, as its hash, into the file store. */
export const keepErasure = job({
  id: 'privacy.keep-erasure',
  payload: z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/), until: z.iso.datetime() }),
  maxAttempts: 20,
});

/** Repeats deletions that the file store knows and the database does not. */
export const replayErasures = job({
  id: 'privacy.replay-erasures',
  payload: z.unknown(),
  maxAttempts: 5,
});

/** Once a day: what a request waits for, and what has ended. */
export const tendRequests = job({
  id: 'privacy.tend-requests',
  payload: z.unknown(),
  maxAttempts: 5,
});
