import { z } from 'zod';
import { anonymous } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { outcome } from '../core/fields.ts';
import { bySecret } from '../core/owner.ts';
import { newStaffAccount } from './sessions.ts';

export const readFirstAccount = endpoint({
  name: 'identity.first-account',
  method: 'GET',
  path: '/first-account',
  summary: 'Whether the first administrator can be created: not found once there is one',
  access: anonymous,
  response: z.object({ isOpen: z.literal(true) }),
  errors: ['not_found'],
  limit: { max: 60, seconds: 60, by: 'address' },
});

export const createFirstAccount = endpoint({
  name: 'identity.create-first-account',
  method: 'POST',
  path: '/first-account',
  summary: 'Create the first administrator, with the code that the server printed at its start',
  access: anonymous,
  owner: bySecret,
  body: newStaffAccount.extend({ code: z.string().trim().min(1).max(200) }),
  response: outcome,
  errors: ['not_found', 'invalid_link'],
  limit: { max: 10, seconds: 600, by: 'address' },
});
