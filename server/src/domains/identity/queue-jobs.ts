import { z } from 'zod';
import { job } from '../../platform/jobs/job.ts';

/** Sends a reset link to an address, when an account has it. */
export const sendReset = job({
  id: 'identity.send-reset',
  payload: z.object({ email: z.string(), requestId: z.uuid() }),
  maxAttempts: 12,
});

/** Tells the owner of an address, when an account has it, that somebody guesses its password. */
export const tellOfGuessing = job({
  id: 'identity.tell-of-guessing',
  payload: z.object({ email: z.string(), requestId: z.uuid() }),
  maxAttempts: 12,
});

/** Tells the owner of an account of a sign-in on a device that it was not seen on. */
export const tellOfNewDevice = job({
  id: 'identity.tell-of-new-device',
  payload: z.object({ sessionId: z.uuid() }),
  maxAttempts: 12,
});

/** Deletes sessions and refresh cookies that are long over. */
export const sweepOldSessions = job({
  id: 'identity.sweep-sessions',
  payload: z.unknown(),
  maxAttempts: 1,
});

/** Deletes counts of wrong passwords, and answered challenges, that are over. */
export const sweepFailures = job({
  id: 'identity.sweep-failures',
  payload: z.unknown(),
  maxAttempts: 1,
});
