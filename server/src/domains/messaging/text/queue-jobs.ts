import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { z } from 'zod';
import { job } from '../../../platform/jobs/job.ts';

/** Attempts before a text counts as failed. */
export const maxAttempts = 10;

/** Sends a queued text. Reschedules itself for the morning or a retry. */
export const sendText = job({
  id: 'texts.send',
  payload: z.object({
    contractorId: z.number().int().positive(),
    id: z.number().int().positive(),
  }),
  maxAttempts: 12,
  calls: 'texts',
});

/** Withdraws consent when the provider reports that a number has opted out. */
export const withdrawConsent = job({
  id: 'texts.withdraw-consent',
  payload: z.object({
    contractorId: z.number().int().positive(),
    id: z.number().int().positive(),
  }),
  maxAttempts: 12,
});

const keyPrefix = 'text:';
/** A text's job key, so that each text has one job at a time. */
export const textKey = (id: number): string => keyPrefix + id;
/** The same key, from an id column. */
export const textKeyOf = (id: SQLWrapper): SQL => sql`${keyPrefix}::text || ${id}`;

/** Queues a new job for each waiting text without one. */
export const resumeTexts = job({ id: 'texts.resume', payload: z.unknown(), maxAttempts: 1 });
