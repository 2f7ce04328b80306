import type { saveNotification as endpoint } from '@lintel/contract/emails-notifications';
import { call } from '../../../lib/api/call.ts';

/** Chooses what an account is told of applications. */
export const saveNotification = call<typeof endpoint>(
  { method: 'POST', path: '/user/{id}/email-notification', encoding: 'form' },
  { handles: [500] },
);
