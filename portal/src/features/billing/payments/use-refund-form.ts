import { useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Payment } from '@lintel/contract/billing-payments';
import { newKey } from '../../../lib/api/action-key.ts';
import { useContractForm } from '../../../lib/form/use-contract-form.ts';
import { showToast, toastLife } from '../../../lib/toast.ts';
import { failureText } from '../../../lib/unexpected.ts';
import { refreshBilling } from '../refresh-billing.ts';
import { refundPayment } from './api/refund-payment.ts';
import { refundable } from './refunds.ts';

const tones = { succeeded: 'success', pending: 'info', failed: 'danger' } as const;

/**
 * The form of a refund. The same one sent again, because no answer came, gives nothing back twice.
 */
export function useRefundForm(payment: Payment, onClose: () => void) {
  const client = useQueryClient();
  const asked = useRef({ text: '', key: '' });
  const keyOf = (text: string): string => {
    if (asked.current.text !== text) asked.current = { text, key: newKey() };
    return asked.current.key;
  };
  return useContractForm({
    initial: { amount: refundable(payment).toFixed(2), reason: '' },
    rules: () =>
      import('@lintel/contract/billing-subscriptions').then((module) => module.refundPayment.body),
    onSubmit: async (sent) => {
      const key = keyOf(JSON.stringify(sent));
      const { status, message } = await refundPayment(
        { params: { id: payment.id }, body: sent },
        { key },
      );
      showToast(message, tones[status], toastLife.long);
      await refreshBilling(client);
      if (status !== 'failed') return onClose();
      // To try again is another refund.
      asked.current = { text: '', key: '' };
    },
    onFailure: (error) => showToast(failureText(error), 'danger', toastLife.long),
  });
}
