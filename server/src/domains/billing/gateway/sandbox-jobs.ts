import { z } from 'zod';
import type { Context } from '../../../platform/context.ts';
import type { Keys } from '../../../platform/crypto/keys.ts';
import { signBody } from '../../../platform/crypto/secrets.ts';
import { job, onJob, type JobHandler } from '../../../platform/jobs/job.ts';

/** The secret shared by the sandbox and our webhook. */
export const sandboxSecret = (keys: Keys): string =>
  Buffer.from(keys.derive('sandbox payments')).toString('hex');

/** Delivers a sandbox event to our webhook. */
export const deliverSandboxEvent = job({
  id: 'billing.sandbox-event',
  payload: z.object({ body: z.string() }),
  maxAttempts: 12,
});

/**
 * The sandbox's side of the webhook. It signs when sending, because each retry needs a recent
 * signature. `deliver` throws when the webhook rejects the body, so that the job is retried.
 */
export const sandboxJobs = (
  { clock, keys }: Pick<Context, 'clock' | 'keys'>,
  deliver: (body: string, signature: string) => Promise<void>,
): JobHandler[] => [
  onJob(deliverSandboxEvent, ({ body }) =>
    deliver(body, signBody(sandboxSecret(keys), body, clock.now())),
  ),
];
