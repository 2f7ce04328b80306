import { useState, type ReactNode } from 'react';
import type { Payment } from '@lintel/contract/billing-payments';
import { useSession } from '../../../lib/session.ts';
import { RefundModal } from './refund-modal.tsx';
import { mayRefund } from './refunds.ts';

/**
 * What opens the refund of a payment, for whoever may give money back, and its form while it is
 * open.
 */
export function useRefund(): {
  onRefund: ((payment: Payment) => void) | undefined;
  modal: ReactNode;
} {
  const session = useSession();
  const [payment, setPayment] = useState<Payment | null>(null);
  const companyName = session.contractor?.companyName ?? 'the contractor';
  return {
    onRefund: mayRefund(session) ? setPayment : undefined,
    modal: payment && (
      <RefundModal payment={payment} companyName={companyName} onClose={() => setPayment(null)} />
    ),
  };
}
