import { z } from 'zod';
import { job } from '../../../platform/jobs/job.ts';

/** Stores a deleted address, as its hash, in the file store. */
export const storeErasureFile = job({
  id: 'privacy.keep-erasure',
  payload: z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/), until: z.iso.datetime() }),
  maxAttempts: 20,
});

/** Replays deletions found in the file store but not in the database. */
export const replayErasures = job({
  id: 'privacy.replay-erasures',
  payload: z.unknown(),
  maxAttempts: 5,
});

/** Daily maintenance of requests: reminders, unfinished deletions, and expiry. */
export const maintainRequests = job({
  id: 'privacy.tend-requests',
  payload: z.unknown(),
  maxAttempts: 5,
});
