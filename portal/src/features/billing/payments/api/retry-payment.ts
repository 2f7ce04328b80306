import type {
  payAllFailed as payAllEndpoint,
  retryInvoice,
} from '@lintel/contract/billing-payments';
import { call } from '../../../../lib/api/call.ts';

const retry = call<typeof retryInvoice>(
  { method: 'POST', path: '/invoice/{id}', encoding: 'form' },
  { timeout: 0, handles: [500, 503] },
);

/**
 * Tries a failed payment again; with `redirectUrl` in the answer the bank wants to see the
 * cardholder there.
 */
export const retryPayment = (paymentId: number, userId: number) =>
  retry({ params: { id: paymentId }, body: { userId } });

const payAll = call<typeof payAllEndpoint>(
  { method: 'POST', path: '/payment-failed', encoding: 'form' },
  { timeout: 0, handles: [409, 500, 503] },
);

/** Tries all failed payments again, which come to `amount` dollars; the answer tells of each. */
export const payAllFailed = (amount: number, userId: number) =>
  payAll({ body: { amount, userId } });
