import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { z } from 'zod';
import { job } from '../../../platform/jobs/job.ts';
import type { MessageAbout } from '../about.ts';
import type { EventData } from './event-data.ts';

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

const isData = (data: unknown): boolean => typeof data === 'object' && data !== null;
const news = {
  contractorId: z.number().int().positive(),
  key: z.string().min(1),
  about: z.custom<MessageAbout>(isData).optional(),
};

/** Makes one message for each user of a contractor who wants to know. */
export const tellContractor = job({
  id: 'emails.tell-contractor',
  payload: z.discriminatedUnion('event', [
    z.object({
      ...news,
      event: z.enum(['application-step', 'offers-received', 'funding-received']),
      data: z.custom<Omit<EventData['application-step'], 'user'>>(isData),
    }),
    z.object({
      ...news,
      event: z.enum(['document-accepted', 'document-declined']),
      data: z.custom<Omit<EventData['document-accepted'], 'user'>>(isData),
    }),
  ]),
  maxAttempts: 12,
});
