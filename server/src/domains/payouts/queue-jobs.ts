import { z } from 'zod';
import { job } from '../../platform/jobs/job.ts';

/**
 * Prepares the month's payouts when their day is there, examines those that wait, and starts a run
 * where that is automatic.
 */
export const makePayouts = job({ id: 'payouts.make', payload: z.unknown(), maxAttempts: 3 });
