import type { changeEmail as endpoint } from '@lintel/contract/identity-account';
import { call } from '../../../lib/api/call.ts';

/** Asks for another e-mail; it counts once the link sent to it is confirmed. */
export const changeEmail = call<typeof endpoint>(
  { method: 'POST', path: '/user/{id}/update-email', encoding: 'form' },
  { handles: [500] },
);
