import type { retryInvoice } from '@lintel/contract/billing-payments';
import { call } from '../../../../lib/api/call.ts';

const retry = call<typeof retryInvoice>(
  { method: 'POST', path: '/invoice/{id}', encoding: 'form' },
  { timeout: 0, handles: [500, 503] },
);

/** Tries a failed payment again; with `redirectUrl` in the answer the bank wants to see the cardholder there. */
export const retryPayment = (paymentId: number, userId: number) => retry({ params: { id: paymentId }, body: { userId } });
