import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { z } from 'zod';
import { job } from '../../../platform/jobs/job.ts';

/** Failed attempts before a message counts as failed. */
export const maxAttempts = 12;

/** Renders and sends a queued message. */
export const sendMessage = job({
  id: 'emails.send',
  payload: z.object({
    /** 0 when the message concerns no contractor. */
    contractorId: z.number().int().nonnegative(),
    id: z.number().int().positive(),
  }),
  maxAttempts,
  calls: 'mail',
});

const keyPrefix = 'email:';
/** A message's job key, so that each message has one job at a time. */
export const sendKey = (id: number): string => keyPrefix + id;
/** The same key, from an id column. */
export const sendKeyOf = (id: SQLWrapper): SQL => sql`${keyPrefix}::text || ${id}`;

/** Queues a new job for each waiting message without one. */
export const resumeMessages = job({ id: 'emails.resume', payload: z.unknown(), maxAttempts: 1 });

/** Deletes old events of the e-mail provider, which no longer repeats them. */
export const sweepMailEvents = job({
  id: 'emails.sweep-events',
  payload: z.unknown(),
  maxAttempts: 1,
});
