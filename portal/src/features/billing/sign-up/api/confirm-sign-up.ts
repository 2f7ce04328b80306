import type { confirmSignUp } from '@lintel/contract/billing-sign-up';
import { call } from '../../../../lib/api/call.ts';

/** Asks what became of the payment that the bank wanted to see the cardholder for. */
export const postConfirmation = call<typeof confirmSignUp>(
  { method: 'POST', path: '/sign-up/{token}/confirm' },
  { handles: [500] },
);
