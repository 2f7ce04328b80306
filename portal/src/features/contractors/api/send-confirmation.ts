import type { sendConfirmation as endpoint } from '@lintel/contract/identity-account';
import { call } from '../../../lib/api/call.ts';

const send = call<typeof endpoint>(
  { method: 'GET', path: '/user/{id}/confirm-account' },
  { handles: [500] },
);

/** Sends the link that activates an account again. */
export const sendConfirmation = (userId: number) => send({ params: { id: userId } });
