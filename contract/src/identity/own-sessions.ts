import { z } from 'zod';
import { anonymous, signedIn } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { without } from '../core/step-up.ts';
import { id, instant, messages, outcome } from '../core/fields.ts';
import { limit, listSchema, page } from '../core/list.ts';
import { notSwitched, sessionAt, userAt } from '../core/owner.ts';

const ownSession = z.object({
  id: z.uuid(),
  /** The browser and operating system, such as `Chrome on Windows`. */
  device: z.string(),
  /** The network address at sign-in. */
  address: z.string(),
  signedInAt: instant(),
  lastUsedAt: instant(),
  /** The session of this request. */
  isThis: z.boolean(),
});
export type OwnSession = z.output<typeof ownSession>;

const byId = z.object({ id: id() });
const refusedWhileSwitched = notSwitched(
  'Only the owner of an account can see and end its sessions.',
);
const limited = { max: 120, seconds: 3600, by: 'account' } as const;

export const readSessions = endpoint({
  name: 'identity.sessions',
  method: 'GET',
  path: '/user/{id}/sessions',
  summary: "Your account's sessions: the current one first, then by last use",
  access: signedIn,
  owner: [userAt('id'), refusedWhileSwitched],
  params: byId,
  query: z.object({ page: page(), limit: limit([10, 25, 50], 10) }),
  response: listSchema(ownSession),
  errors: ['not_found'],
});

export const endSession = endpoint({
  name: 'identity.end-session',
  method: 'POST',
  path: '/user/{id}/sessions/{sessionId}/end',
  summary: "End one of your account's sessions",
  access: signedIn,
  owner: [userAt('id'), refusedWhileSwitched, sessionAt('sessionId')],
  params: byId.extend({ sessionId: z.uuid() }),
  response: outcome,
  errors: ['not_found'],
  limit: limited,
  noStepUp: without.lessAccess,
});

export const endOtherSessions = endpoint({
  name: 'identity.end-other-sessions',
  method: 'POST',
  path: '/user/{id}/sessions/end-others',
  summary: "End your account's other sessions",
  access: signedIn,
  owner: [userAt('id'), refusedWhileSwitched],
  params: byId,
  response: outcome,
  errors: ['not_found'],
  limit: limited,
  noStepUp: without.lessAccess,
});

export const disownSession = endpoint({
  name: 'identity.disown-session',
  method: 'POST',
  path: '/disown-session',
  summary:
    'Report an unrecognized sign-in with an e-mail link: signs the account out everywhere, and `enc` sets a new password',
  access: anonymous,
  encoding: 'form',
  body: z.object({ enc: z.string(messages.required).min(1, messages.required).max(2000) }),
  response: outcome.extend({ enc: z.string() }),
  errors: ['invalid_link'],
  limit: { max: 120, seconds: 900, by: 'address' },
});
