import type { retryFailed as endpoint } from '@lintel/contract/emails-queue';
import { call } from '../../../lib/api/call.ts';

const retry = call<typeof endpoint>(
  { method: 'POST', path: '/manage/emails/failed/{id}/retry' },
  { handles: [500] },
);

/** Puts a message that could not be delivered into the queue again. */
export const retryFailed = (id: number) => retry({ params: { id } });
