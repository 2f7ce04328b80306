import { z } from 'zod';
import type { Clock } from '../../../platform/clock.ts';
import { signatureOf } from '../../../platform/crypto/secrets.ts';
import { job, onJob, type JobHandler } from '../../../platform/jobs/job.ts';

/** Delivers a sandbox event to our webhook. */
export const deliverSandboxEvent = job({
  id: 'billing.sandbox-event',
  payload: z.object({ body: z.string() }),
  maxAttempts: 12,
});

interface SandboxJobDeps {
  clock: Clock;
  /** The webhook secret, shared by both sides. */
  secret: string;
  /**
   * Delivers a signed body to the receiver. Throws when it isn't accepted, so that it is retried.
   */
  deliver(body: string, signature: string): Promise<void>;
}

/**
 * The sandbox's side of the webhook. It signs when sending, because each retry needs a recent
 * signature.
 */
export const sandboxJobs = ({ clock, secret, deliver }: SandboxJobDeps): JobHandler[] => [
  onJob(deliverSandboxEvent, ({ body }) => deliver(body, signatureOf(secret, body, clock.now()))),
];
