import type { saveProfile as endpoint } from '@lintel/contract/identity-account';
import { call } from '../../../lib/api/call.ts';

/** Saves the names of an account. */
export const saveProfile = call<typeof endpoint>(
  { method: 'POST', path: '/user/{id}', encoding: 'form' },
  { handles: [500] },
);
