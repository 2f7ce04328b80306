import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, messageOf } from '../../../lib/api/api-error.ts';
import { showToast, toastLife } from '../../../lib/toast.ts';
import { refreshBilling } from '../refresh-billing.ts';
import { retryPayment } from './api/retry-payment.ts';
import { departure } from './departure.ts';
import { paymentFailed, paymentMade } from './payment-texts.ts';

/** It is made already, is being made right now, or nobody can tell yet. */
const isUndecided = (failure: unknown): boolean =>
  failure instanceof ApiError && ['conflict', 'in_progress', 'gateway_unavailable'].includes(failure.code);

/** Tries a failed payment again; the bank may want to see the cardholder on a page of its own first. */
export function useRetry(userId: number) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [reason, setReason] = useState<string | null>(null);
  const retry = async (paymentId: number): Promise<void> => {
    setBusy(true);
    setReason(null);
    try {
      const { redirectUrl, error, message } = await retryPayment(paymentId, userId);
      // The page goes away: the button stays busy until it has.
      if (redirectUrl !== undefined) return departure.to(redirectUrl);
      if (error !== undefined) throw new Error(message);
      showToast(paymentMade, 'success', toastLife.long);
    } catch (failure) {
      const words = messageOf(failure, paymentFailed);
      showToast(isUndecided(failure) ? words : paymentFailed, isUndecided(failure) ? 'warning' : 'danger', toastLife.long);
      if (!isUndecided(failure)) setReason(words);
    }
    await refreshBilling(client);
    setBusy(false);
  };
  return { busy, reason, forget: (): void => setReason(null), retry: (paymentId: number) => void retry(paymentId) };
}
