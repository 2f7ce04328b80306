import type { signUp } from '@lintel/contract/billing-sign-up';
import { call, type Input } from '../../../../lib/api/call.ts';

export type SignUpBody = Input<typeof signUp>['body'];

/** Signs up. */
export const postSignUp = call<typeof signUp>(
  { method: 'POST', path: '/sign-up' },
  { handles: [500] },
);
