import type { confirmIntent } from '@lintel/contract/billing-payments';
import { call } from '../../../../lib/api/call.ts';

const confirm = call<typeof confirmIntent>(
  { method: 'POST', path: '/payment-intent/{id}', encoding: 'form' },
  { handles: [500, 503] },
);

/** Asks what became of a payment whose cardholder is back from the bank. */
export const confirmPayment = (intent: string, userId: number) =>
  confirm({ params: { id: intent }, body: { userId } });
