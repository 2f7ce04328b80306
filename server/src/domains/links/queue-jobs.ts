import { z } from 'zod';
import { job } from '../../platform/jobs/job.ts';

/** Reminds a customer of an unopened link. */
export const remindRecipient = job({
  id: 'links.remind',
  payload: z.object({
    contractorId: z.number().int().positive(),
    id: z.number().int().positive(),
  }),
  maxAttempts: 8,
});

/** Job key of a link's only reminder. */
export const reminderKey = (id: number): string => `link-reminder:${id}`;
