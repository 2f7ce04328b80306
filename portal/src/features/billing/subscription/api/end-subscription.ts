import type { endSubscription as endpoint } from '@lintel/contract/billing-payments';
import { call } from '../../../../lib/api/call.ts';

const send = call<typeof endpoint>(
  { method: 'POST', path: '/contractor/{id}/subscription/end' },
  { handles: [500] },
);

/** Has the subscription end with its year, or go on after all. */
export const endSubscription = (contractorId: number, end: boolean) =>
  send({ params: { id: contractorId }, body: { end } });
