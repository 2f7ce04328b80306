import type { readSignUp } from '@lintel/contract/billing-sign-up';
import { call } from '../../../../lib/api/call.ts';

/** How a sign-up of this browser stands. */
export const getSignUp = call<typeof readSignUp>(
  { method: 'GET', path: '/sign-up/{token}' },
  { handles: [500] },
);
