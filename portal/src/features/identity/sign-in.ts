import type { authenticate } from '@lintel/contract/identity';
import { call } from '../../lib/api/call.ts';

/** Signs in: the session travels in cookies. */
export const signIn = call<typeof authenticate>({
  method: 'POST',
  path: '/authentication',
  encoding: 'form',
});

const signInForm = () =>
  import('@lintel/contract/identity').then((contract) => contract.signInForm);

/** The contract's rules of the sign-in form: whole, and for its first step. */
export const signInRules = {
  whole: signInForm,
  email: () => signInForm().then((form) => form.pick({ username: true })),
};
