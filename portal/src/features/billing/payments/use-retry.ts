import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { PaidOne } from '@lintel/contract/billing-payments';
import { ApiError, messageOf } from '../../../lib/api/api-error.ts';
import { showToast, toastLife } from '../../../lib/toast.ts';
import { refreshBilling } from '../refresh-billing.ts';
import { payAllFailed, retryPayment } from './api/retry-payment.ts';
import { departure } from './departure.ts';
import { paymentFailed, paymentMade } from './payment-texts.ts';

/** It is made already, is being made right now, or nobody can tell yet. */
const isUndecided = (failure: unknown): boolean =>
  failure instanceof ApiError &&
  ['conflict', 'in_progress', 'gateway_unavailable'].includes(failure.code);

/**
 * Tries failed payments again; the bank may want to see the cardholder on a page of its own first.
 */
export function useRetry(userId: number) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [reason, setReason] = useState<string | null>(null);
  const [paid, setPaid] = useState<PaidOne[]>([]);
  const forget = (): void => {
    setReason(null);
    setPaid([]);
  };
  /** Runs a try; `true` leaves the buttons busy, because the page goes away. */
  const run = async (attempt: () => Promise<boolean>): Promise<void> => {
    setBusy(true);
    forget();
    try {
      if (await attempt()) return;
    } catch (failure) {
      const words = messageOf(failure, paymentFailed);
      showToast(
        isUndecided(failure) ? words : paymentFailed,
        isUndecided(failure) ? 'warning' : 'danger',
        toastLife.long,
      );
      if (!isUndecided(failure)) setReason(words);
    }
    await refreshBilling(client);
    setBusy(false);
  };
  const retry = (paymentId: number) =>
    run(async () => {
      const { redirectUrl, error, message } = await retryPayment(paymentId, userId);
      if (redirectUrl !== undefined) {
        departure.to(redirectUrl);
        return true;
      }
      if (error !== undefined) throw new Error(message);
      showToast(paymentMade, 'success', toastLife.long);
      return false;
    });
  const payAll = (amount: number) =>
    run(async () => {
      const { payments } = await payAllFailed(amount, userId);
      const made = payments.filter(({ status }) => status === 'succeeded').length;
      if (made === payments.length) showToast(paymentMade, 'success', toastLife.long);
      else
        showToast(`${made} of ${payments.length} payments were made.`, 'warning', toastLife.long);
      setPaid(payments);
      return false;
    });
  return {
    busy,
    reason,
    paid,
    forget,
    retry: (paymentId: number) => void retry(paymentId),
    payAll: (amount: number) => void payAll(amount),
  };
}
