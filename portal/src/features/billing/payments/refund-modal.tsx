import { Modal, Text, TextInput, Textarea } from '@mantine/core';
import type { Payment } from '@lintel/contract/billing-payments';
import { formatMoney } from '../../../lib/format.ts';
import { FormActions } from '../../../ui/form-actions.tsx';
import { refundable } from './refunds.ts';
import { useRefundForm } from './use-refund-form.ts';

interface Props {
  payment: Payment;
  companyName: string;
  onClose: () => void;
}

/** Gives back what is left of a payment, or a part of it. */
export function RefundModal({ payment, companyName, onClose }: Props) {
  const { form, field, busy } = useRefundForm(payment, onClose);
  const left = formatMoney(refundable(payment));
  return (
    <Modal opened onClose={onClose} title={`Refund ${payment.number}`}>
      <form {...form}>
        <Text mb="md">
          {`Up to ${left} of this payment can go back to the card of ${companyName}. A refund cannot be taken back.`}
        </Text>
        <TextInput
          {...field('amount')}
          label="Amount"
          leftSection="$"
          inputMode="decimal"
          required
          autoComplete="off"
          mb="md"
        />
        <Textarea
          {...field('reason')}
          label="Reason"
          description="For staff: it stays with the refund."
          required
          rows={3}
        />
        <FormActions submit="Refund" busy={busy} onCancel={onClose} />
      </form>
    </Modal>
  );
}
