import { z } from 'zod';
import type { Clock } from '../../../platform/clock.ts';
import { signatureOf } from '../../../platform/crypto/secrets.ts';
import { job, onJob, type JobHandler } from '../../../platform/jobs/job.ts';

/** An event of the sandbox on its way to our webhook. */
export const deliverSandboxEvent = job({
  id: 'billing.sandbox-event',
  payload: z.object({ body: z.string() }),
  maxAttempts: 12,
});

interface SandboxJobDeps {
  clock: Clock;
  /** Of the webhook, known to both sides. */
  secret: string;
  /**
   * Hands a signed body to the receiver. Throws when it was not taken, so that it is sent again.
   */
  deliver(body: string, signature: string): Promise<void>;
}

/** The sandbox's side of the webhook. It signs when it sends, because each new attempt needs a recent signature. */
export const sandboxJobs = ({ clock, secret, deliver }: SandboxJobDeps): JobHandler[] => [
  onJob(deliverSandboxEvent, ({ body }) => deliver(body, signatureOf(secret, body, clock.now()))),
];
