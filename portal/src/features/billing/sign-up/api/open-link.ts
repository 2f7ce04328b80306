import type { openSignUpLink } from '@lintel/contract/billing-sign-up';
import { call } from '../../../../lib/api/call.ts';

/** Opens the link that was sent to an e-mail, for the sign-up of a new secret. */
export const postLink = call<typeof openSignUpLink>(
  { method: 'POST', path: '/sign-up/link' },
  { handles: [500] },
);
