import { z } from 'zod';
import { job } from '../../platform/jobs/job.ts';

/** Reminds a customer of a link that was not opened. */
export const remindOfLink = job({
  id: 'links.remind',
  payload: z.object({
    contractorId: z.number().int().positive(),
    id: z.number().int().positive(),
  }),
  maxAttempts: 8,
});

/** The job's key of a link's reminder: there is one. */
export const reminderKey = (id: number): string => `link-reminder:${id}`;
