import { z } from 'zod';
import { job } from '../../../platform/jobs/job.ts';

/** Counts the days again on which something changed. */
export const countMarked = job({
  id: 'applications.count-days',
  payload: z.unknown(),
  maxAttempts: 3,
});

/**
 * Counts all days of the contractors with very many applications: those that are new among them,
 * and the others again, so that whatever was changed by hand is put right by the next morning.
 */
export const countLarge = job({
  id: 'applications.count-all',
  payload: z.unknown(),
  maxAttempts: 3,
});

/** The key of the run that counts all: asked for twice, it is done once. */
export const countLargeKey = 'applications.count-all';
