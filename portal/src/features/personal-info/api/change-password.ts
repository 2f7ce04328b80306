import type { changePassword as endpoint } from '@lintel/contract/identity-account';
import { call } from '../../../lib/api/call.ts';

/** Sets the own password. */
export const changePassword = call<typeof endpoint>(
  { method: 'POST', path: '/user/{id}/update-password', encoding: 'form' },
  { handles: [500] },
);
