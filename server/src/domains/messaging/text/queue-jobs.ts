import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { z } from 'zod';
import { job } from '../../../platform/jobs/job.ts';

/** After so many tries a text counts as failed. */
export const maxAttempts = 10;

/** Hands a queued text over. It queues itself again for the morning or another try. */
export const sendText = job({
  id: 'texts.send',
  payload: z.object({
    contractorId: z.number().int().positive(),
    id: z.number().int().positive(),
  }),
  maxAttempts: 12,
  calls: 'texts',
});

/** Takes back the consent of whoever the provider says has stopped texts, by a text to that number. */
export const withdrawConsent = job({
  id: 'texts.withdraw-consent',
  payload: z.object({
    contractorId: z.number().int().positive(),
    id: z.number().int().positive(),
  }),
  maxAttempts: 12,
});

const keyPrefix = 'text:';
/** The job's key of a text: a text is under way once. */
export const textKey = (id: number): string => keyPrefix + id;
/** The same key of the text whose id is in a column. */
export const textKeyOf = (id: SQLWrapper): SQL => sql`${keyPrefix}::text || ${id}`;

/** Gives every text that waits without a job a new one. */
export const resumeTexts = job({ id: 'texts.resume', payload: z.unknown(), maxAttempts: 1 });
