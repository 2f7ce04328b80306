import type { unsubscribe as endpoint } from '@lintel/contract/emails';
import { call } from '../../../lib/api/call.ts';

const send = call<typeof endpoint>(
  { method: 'POST', path: '/manage/emails/unsubscribers/unsubscribe', encoding: 'form' },
  { handles: [500] },
);

/** Unsubscribes an address by hand. */
export const unsubscribe = (email: string) => send({ body: { email, source: 'manual' } });
