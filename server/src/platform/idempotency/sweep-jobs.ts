import { z } from 'zod';
import { job } from '../jobs/job.ts';

/** Deletes the stored answers that nobody replays any more. */
export const sweepKeys = job({ id: 'idempotency.sweep', payload: z.unknown(), maxAttempts: 1 });
