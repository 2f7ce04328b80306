import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { z } from 'zod';
import { job } from '../../../platform/jobs/job.ts';

/** After so many failed hand-overs a message counts as failed. */
export const maxAttempts = 12;

/** Renders a queued message and hands it over. */
export const sendMessage = job({
  id: 'emails.send',
  payload: z.object({
    /** 0 where the message concerns no contractor. */
    contractorId: z.number().int().nonnegative(),
    id: z.number().int().positive(),
  }),
  maxAttempts,
  calls: 'mail',
});

const keyPrefix = 'email:';
/** The job's key of a message: a message is under way once. */
export const sendKey = (id: number): string => keyPrefix + id;
/** The same key of the message whose id is in a column. */
export const sendKeyOf = (id: SQLWrapper): SQL => sql`${keyPrefix}::text || ${id}`;

/** Gives every message that waits without a job a new one. */
export const resumeMessages = job({ id: 'emails.resume', payload: z.unknown(), maxAttempts: 1 });

/** Forgets events of the e-mail provider that are too old to come again. */
export const sweepMailEvents = job({
  id: 'emails.sweep-events',
  payload: z.unknown(),
  maxAttempts: 1,
});
