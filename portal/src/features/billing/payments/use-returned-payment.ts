import { useEffect, useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { showToast, toastLife } from '../../../lib/toast.ts';
import { refreshBilling } from '../refresh-billing.ts';
import { confirmPayment } from './api/confirm-payment.ts';
import { paymentFailed, paymentMade } from './payment-texts.ts';

/**
 * Back from the bank with `?payment_intent=…`: asks once what became of the payment, says it, and
 * takes it off the address.
 */
export function useReturnedPayment(userId: number): void {
  const { payment_intent: intent } = useSearch({ strict: false }) as { payment_intent?: unknown };
  const navigate = useNavigate();
  const client = useQueryClient();
  const asked = useRef<unknown>(undefined);
  useEffect(() => {
    if (typeof intent !== 'string' || asked.current === intent) return;
    asked.current = intent;
    void navigate({ to: '/card-payments', search: {}, replace: true });
    void confirmPayment(intent, userId)
      .then(
        ({ status }) => status === 'paid',
        () => false,
      )
      .then((paid) => {
        showToast(paid ? paymentMade : paymentFailed, paid ? 'success' : 'danger', toastLife.long);
        return refreshBilling(client);
      });
  }, [intent, userId, navigate, client]);
}
