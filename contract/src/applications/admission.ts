import { z } from 'zod';
import { anonymous } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { bySecret } from '../core/owner.ts';

/** The secret in a homeowner's browser; it opens one application. */
export const secret = z.string().regex(/^[A-Za-z0-9_-]{20,64}$/);
export const byToken = z.object({ token: secret });

/**
 * Proof of work that a browser does before it sends an application: find the number whose SHA-256
 * with the salt equals the challenge.
 */
const challenge = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: z.string().max(64),
  salt: z.string().max(300),
  signature: z.string().max(64),
});

export const doneWork = challenge.extend({ number: z.number().int().nonnegative() });

export const challengeSubmission = endpoint({
  name: 'applications.challenge',
  method: 'POST',
  path: '/homeowner/applications/{token}/challenge',
  summary: 'The proof of work for a browser whose application got `work_required`',
  urgency: 'submission',
  access: anonymous,
  owner: bySecret,
  params: byToken,
  response: challenge.extend({
    /** Upper bound of the number to find. */
    maxnumber: z.number().int(),
  }),
  errors: ['not_found'],
  limit: { max: 30, seconds: 60, by: 'address' },
});
