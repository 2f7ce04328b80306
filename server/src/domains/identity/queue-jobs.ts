import { z } from 'zod';
import { job } from '../../platform/jobs/job.ts';

/** Sends a reset link to an address if it has an account. */
export const sendReset = job({
  id: 'identity.send-reset',
  payload: z.object({ email: z.string(), requestId: z.uuid() }),
  maxAttempts: 12,
});

/** Notifies the owner of an address, if it has an account, of password guessing. */
export const sendGuessingNotice = job({
  id: 'identity.tell-of-guessing',
  payload: z.object({ email: z.string(), requestId: z.uuid() }),
  maxAttempts: 12,
});

/** Notifies the owner of an account of a sign-in on an unknown device. */
export const sendNewDeviceNotice = job({
  id: 'identity.tell-of-new-device',
  payload: z.object({ sessionId: z.uuid() }),
  maxAttempts: 12,
});

/** Deletes sessions and refresh cookies that ended long ago. */
export const sweepOldSessions = job({
  id: 'identity.sweep-sessions',
  payload: z.unknown(),
  maxAttempts: 1,
});

/** Deletes expired counts of wrong passwords and used challenges. */
export const sweepFailures = job({
  id: 'identity.sweep-failures',
  payload: z.unknown(),
  maxAttempts: 1,
});
