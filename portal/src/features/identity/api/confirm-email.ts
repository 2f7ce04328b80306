import type { confirmEmail } from '@lintel/contract/identity-account';
import { call } from '../../../lib/api/call.ts';

/** Puts the new e-mail in place; the account is signed out everywhere. */
export const postEmailConfirmation = call<typeof confirmEmail>({
  method: 'POST',
  path: '/confirm-change-email',
  encoding: 'form',
});
