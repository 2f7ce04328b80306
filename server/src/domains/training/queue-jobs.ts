import { z } from 'zod';
import { job } from '../../platform/jobs/job.ts';

/** Removes the files that no material has any more, or that were uploaded and never used. */
export const sweepFiles = job({ id: 'training.sweep-files', payload: z.unknown(), maxAttempts: 3 });
