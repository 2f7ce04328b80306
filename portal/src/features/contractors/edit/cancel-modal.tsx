import { useState, type FormEvent } from 'react';
import { Modal, Radio, Stack, Text, Textarea } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type {
  Cancellation,
  CancellationPreview,
  readCancellation,
} from '@lintel/contract/billing/cancellation';
import { call } from '../../../lib/api/call.ts';
import { formatMoney, formatShortDate } from '../../../lib/format.ts';
import { FormActions } from '../../../ui/form-actions.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { contractorsKey } from '../requests.ts';

const getPreview = call<typeof readCancellation>({
  method: 'GET',
  path: '/subscription/{contractorId}/cancellation',
});

/** What canceling would end, and the amount that could be refunded now. */
export const cancellationQuery = (contractorId: number) =>
  queryOptions({
    queryKey: [...contractorsKey, 'cancellation', contractorId],
    queryFn: ({ signal }) => getPreview({ params: { contractorId } }, { signal }),
    staleTime: 0,
  });

/** Null keeps the contractor. */
export type Decision = Cancellation | null;

interface Props {
  contractorId: number;
  /** Whether the session may refund. */
  mayRefund: boolean;
  settle(decision: Decision): void;
}

/** The end date of a paying contractor's plan, a refund, and the reason. */
export function CancelModal({ contractorId, mayRefund, settle }: Props) {
  const { data, isError, refetch } = useQuery(cancellationQuery(contractorId));
  return (
    <Modal
      opened
      onClose={() => settle(null)}
      title={m.contractors_cancel_title()}
      size={520}
      zIndex={300}
      closeOnClickOutside={false}
    >
      {isError && <ErrorState onRetry={() => void refetch()} />}
      {!isError && data === undefined && <SkeletonRows columns={1} rows={3} />}
      {data && <CancelForm preview={data} mayRefund={mayRefund} settle={settle} />}
    </Modal>
  );
}

function CancelForm({
  preview,
  mayRefund,
  settle,
}: { preview: CancellationPreview } & Pick<Props, 'mayRefund' | 'settle'>) {
  const { refundable, endsAtTermEnd } = preview;
  const [when, setWhen] = useState<Cancellation['when']>(endsAtTermEnd ? 'now' : 'term-end');
  const [refunds, setRefunds] = useState(false);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const isMissing = reason.trim() === '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    setTried(true);
    if (isMissing) return;
    settle({ when, refund: refunds && when === 'now' ? refundable : 0, reason });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <CancelDateField preview={preview} when={when} onChange={setWhen} />
        {when === 'now' && (
          <RefundField
            amount={refundable}
            mayRefund={mayRefund}
            checked={refunds}
            onChange={setRefunds}
          />
        )}
        <Textarea
          label={m.common_reason()}
          description={m.billing_refund_staffOnly()}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={tried && isMissing ? m.contractors_cancel_reasonRequired() : undefined}
          maxLength={500}
          rows={3}
          required
        />
        <Text size="sm">{m.contractors_cancel_emailNote()}</Text>
      </Stack>
      <FormActions
        submit={when === 'now' ? m.contractors_cancel_submit() : m.common_cancelAtYearEnd()}
        busy={false}
        onCancel={() => settle(null)}
      />
    </form>
  );
}

const CancelDateField = ({
  preview: { planName, termEnd, endsAtTermEnd },
  when,
  onChange,
}: {
  preview: CancellationPreview;
  when: Cancellation['when'];
  onChange(when: Cancellation['when']): void;
}) => (
  <Radio.Group
    label={m.contractors_cancel_when({ planName })}
    value={when}
    onChange={(value) => onChange(value === 'now' ? 'now' : 'term-end')}
  >
    <Stack gap="xs" mt="xs">
      <Radio
        value="term-end"
        disabled={endsAtTermEnd}
        label={m.contractors_cancel_atYearEnd({
          date: termEnd === null ? '' : formatShortDate(termEnd),
        })}
      />
      <Radio value="now" label={m.contractors_cancel_now()} />
    </Stack>
  </Radio.Group>
);

function RefundField({
  amount,
  mayRefund,
  checked,
  onChange,
}: {
  amount: number;
  mayRefund: boolean;
  checked: boolean;
  onChange(checked: boolean): void;
}) {
  if (amount === 0) return <Text size="sm">{m.contractors_cancel_nothingToRefund()}</Text>;
  return (
    <Radio.Group
      label={m.billing_refund_action()}
      description={mayRefund ? undefined : m.contractors_cancel_noPrivilege()}
      value={checked ? 'unused' : 'none'}
      onChange={(value) => onChange(value === 'unused')}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="none" label={m.contractors_cancel_noRefund()} />
        <Radio
          value="unused"
          disabled={!mayRefund}
          label={m.contractors_cancel_refund({ amount: formatMoney(amount) })}
        />
      </Stack>
    </Radio.Group>
  );
}
