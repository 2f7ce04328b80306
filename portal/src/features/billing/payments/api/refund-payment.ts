import type { refundPayment as endpoint } from '@lintel/contract/billing-subscriptions';
import { call } from '../../../../lib/api/call.ts';

/** Gives back a payment or a part of it, in dollars. */
export const refundPayment = call<typeof endpoint>(
  { method: 'POST', path: '/payment/{id}/refund', encoding: 'form' },
  { handles: [409, 500, 503] },
);
