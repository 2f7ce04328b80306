import type { resubscribe as endpoint } from '@lintel/contract/emails';
import { call } from '../../../lib/api/call.ts';

const send = call<typeof endpoint>(
  { method: 'POST', path: '/manage/emails/unsubscribers/resubscribe', encoding: 'form' },
  { handles: [500] },
);

/** Lets an address get every message again. */
export const resubscribe = (email: string) => send({ body: { email } });
