import { z } from 'zod';
import { sweepLinks } from './access-links/access-links.ts';
import { fileSweep, type FileKind } from './files/sweep-jobs.ts';
import { IdempotencyKeys } from './idempotency/keys.ts';
import { job, onJob } from './jobs/job.ts';
import type { Context } from './context.ts';
import type { Part } from './part.ts';

/** Deletes expired idempotency responses. */
const sweepKeys = job({ id: 'idempotency.sweep', payload: z.unknown(), maxAttempts: 1 });

/** Deletes expired rate-limit windows. */
const sweepCounters = job({ id: 'limits.sweep', payload: z.unknown(), maxAttempts: 1 });

/** Deletes expired access links. */
const sweepAccessLinks = job({ id: 'access-links.sweep', payload: z.unknown(), maxAttempts: 3 });

/** The platform's scheduled cleanup. `kinds` are the files that the domains write. */
export function housekeeping(context: Context, kinds: readonly FileKind[]): Part {
  const { clock, counter, db } = context;
  const sweep = fileSweep(context, kinds);
  const responses = new IdempotencyKeys(db, clock);
  return {
    jobs: [sweep],
    schedules: [
      { pattern: '47 3 * * *', handler: sweep },
      {
        // Hourly, because a sign-up's link holds what was typed.
        pattern: '37 * * * *',
        handler: onJob(sweepAccessLinks, () => sweepLinks(context)),
      },
      { pattern: '17 * * * *', handler: onJob(sweepCounters, () => counter.sweep()) },
      { pattern: '27 * * * *', handler: onJob(sweepKeys, () => responses.sweep()) },
    ],
  };
}
