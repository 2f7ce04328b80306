import type { setPassword } from '@lintel/contract/identity-account';
import { call } from '../../../lib/api/call.ts';

/** Sets the password by a link of an e-mail, which is used up. */
export const postPassword = call<typeof setPassword>({
  method: 'POST',
  path: '/update-password',
  encoding: 'form',
});
