import { useRef, useState, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Modal, Text, TextInput, Textarea, Button } from '@mantine/core';
import * as m from '#messages';
import type { Payment } from '@lintel/contract/billing/payments';
import type { refundPayment as endpoint } from '@lintel/contract/billing/subscriptions';
import { staffWithAll } from '@lintel/contract/core/access';
import type { Session } from '@lintel/contract/identity/sessions';
import { newKey } from '../../../lib/api/action-key.ts';
import { call } from '../../../lib/api/call.ts';
import { useDraftName } from '../../../lib/form/form-draft.ts';
import { useContractForm } from '../../../lib/form/use-contract-form.ts';
import { formatMoney } from '../../../lib/format.ts';
import { may, useSession } from '../../../lib/session.ts';
import { showToast, toastLife } from '../../../lib/toast.ts';
import { notifyFailure } from '../../../lib/failure.ts';
import { FormActions } from '../../../ui/form-actions.tsx';
import { RestoredLine } from '../../../ui/restored-line.tsx';
import { refreshBilling } from '../refresh-billing.ts';

const changing = staffWithAll(
  ['manage-contractors', 'access'],
  ['manage-contractors', 'plan_modify'],
);

/** Staff refund payments from within the contractor's account; contractors never see this. */
const mayRefund = (session: Session): boolean => session.switched && may(session, changing);

/** The refundable rest of a payment, in dollars. */
const refundable = ({ status, amount, refundedAmount, dispute }: Payment): number =>
  status === 'Succeeded' && (dispute === null || dispute.state === 'won')
    ? Math.round((amount - refundedAmount) * 100) / 100
    : 0;

/** Refunds a payment or a part of it, in dollars. */
const refundPayment = call<typeof endpoint>(
  { method: 'POST', path: '/payment/{id}/refund', encoding: 'form' },
  { handles: [409, 500, 503] },
);

const tones = { succeeded: 'success', pending: 'info', failed: 'danger' } as const;

/** The refund form. Resending the same refund after a lost response refunds nothing twice. */
function useRefundForm(payment: Payment, onClose: () => void) {
  const client = useQueryClient();
  const requested = useRef({ text: '', key: '' });
  const requestKey = (text: string): string => {
    if (requested.current.text !== text) requested.current = { text, key: newKey() };
    return requested.current.key;
  };
  const draftName = useDraftName(`payment.${payment.id}.refund`);
  return useContractForm({
    draftName,
    initial: { amount: refundable(payment).toFixed(2), reason: '' },
    rules: () =>
      import('@lintel/contract/billing/subscriptions').then((module) => module.refundPayment.body),
    onSubmit: async (sent) => {
      const key = requestKey(JSON.stringify(sent));
      const { status, message } = await refundPayment(
        { params: { id: payment.id }, body: sent },
        { key },
      );
      showToast(message, tones[status], toastLife.long);
      await refreshBilling(client);
      if (status !== 'failed') return onClose();
      // A new attempt is a new refund.
      requested.current = { text: '', key: '' };
    },
    onFailure: (error) => notifyFailure(error, toastLife.long),
  });
}

interface Props {
  payment: Payment;
  companyName: string;
  onClose: () => void;
}

/** Refunds the rest of a payment, or a part of it. */
function RefundModal({ payment, companyName, onClose }: Props) {
  const { form, field, busy, kept: formDraft } = useRefundForm(payment, onClose);
  const left = formatMoney(refundable(payment));
  return (
    <Modal opened onClose={onClose} title={m.billing_refund_title({ number: payment.number })}>
      <form {...form}>
        <Text mb="md">{m.billing_refund_help({ left, companyName })}</Text>
        <TextInput
          {...field('amount')}
          label={m.common_amount()}
          leftSection="$"
          inputMode="decimal"
          required
          autoComplete="off"
          mb="md"
        />
        <Textarea
          {...field('reason')}
          label={m.common_reason()}
          description={m.billing_refund_staffOnly()}
          required
          rows={3}
        />
        <RestoredLine kept={formDraft} />
        <FormActions submit={m.billing_refund_action()} busy={busy} onCancel={onClose} />
      </form>
    </Modal>
  );
}

/** Opens the refund of a payment with a refundable rest; other payments have no button. */
export const RefundButton = ({
  payment,
  onRefund,
}: {
  payment: Payment;
  onRefund: (payment: Payment) => void;
}) =>
  refundable(payment) > 0 && (
    <Button
      size="compact-sm"
      variant="subtle"
      color="red"
      aria-label={m.billing_refund_title({ number: payment.number })}
      onClick={() => onRefund(payment)}
    >
      {m.billing_refund_action()}
    </Button>
  );

/** The refund button for users who may refund, and its form while open. */
export function useRefund(): {
  onRefund: ((payment: Payment) => void) | undefined;
  modal: ReactNode;
} {
  const session = useSession();
  const [payment, setPayment] = useState<Payment | null>(null);
  const companyName = session.contractor?.companyName ?? m.billing_refund_contractor();
  return {
    onRefund: mayRefund(session) ? setPayment : undefined,
    modal: payment && (
      <RefundModal payment={payment} companyName={companyName} onClose={() => setPayment(null)} />
    ),
  };
}
