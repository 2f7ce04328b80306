import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { z } from 'zod';
import { job } from '../../../platform/jobs/job.ts';
import type { ChannelName } from '../events.ts';

const payload = z.object({
  /** 0 when the message concerns no contractor. */
  contractorId: z.number().int().nonnegative(),
  id: z.number().int().positive(),
});

/** Each channel has its own slots, so that a hung provider delays no other. */
export const sendJobs = {
  email: job({ id: 'emails.send', payload, maxAttempts: 12, calls: 'mail' }),
  text: job({ id: 'texts.send', payload, maxAttempts: 12, calls: 'texts' }),
  push: job({ id: 'push.send', payload, maxAttempts: 12, calls: 'push' }),
};

/** A message's job key, so that it has one job at a time. */
export const sendKey = (channel: ChannelName, id: number): string => `${channel}:${id}`;
/** The same key, from columns. */
export const sendJobKey = (channel: SQLWrapper, id: SQLWrapper): SQL =>
  sql`${channel}::text || ':' || ${id}`;

/** Queues a new job for each queued message without one. */
export const resumeMessages = job({ id: 'messages.resume', payload: z.unknown(), maxAttempts: 1 });
