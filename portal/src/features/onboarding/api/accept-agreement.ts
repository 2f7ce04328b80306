import type { acceptAgreement } from '@lintel/contract/contractors-onboarding';
import { call } from '../../../lib/api/call.ts';

/** Accepts the agreement. The modal tells every failure itself. */
export const postAgreement = call<typeof acceptAgreement>(
  { method: 'POST', path: '/confirmProviderAgreement', encoding: 'form' },
  { handles: [409, 500] },
);
