import type { savePayoutMethod } from '@lintel/contract/payouts-method';
import { call } from '../../../lib/api/call.ts';

/** Saves where a contractor is paid. The form tells of every failure itself. */
export const saveMethod = call<typeof savePayoutMethod>(
  { method: 'POST', path: '/contractor/{id}/payout-tax', encoding: 'form' },
  { handles: [403, 409, 500] },
);
