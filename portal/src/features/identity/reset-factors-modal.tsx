import { Modal, Text, Textarea } from '@mantine/core';
import * as m from '#messages';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { showToast, toastLife } from '../../lib/toast.ts';
import { notifyFailure } from '../../lib/failure.ts';
import { FormActions } from '../../ui/form-actions.tsx';

interface Props {
  /** The account whose factors are reset. */
  name: string;
  onReset: (body: { reason: string }) => Promise<{ message: string }>;
  onClose(): void;
}

/** Resets the second factors of an account that lost them; requires a reason. */
export function ResetFactorsModal({ name, onReset, onClose }: Props) {
  const { form, field, busy } = useContractForm({
    initial: { reason: '' },
    rules: () => import('@lintel/contract/identity/staff').then((staff) => staff.resetForm),
    onSubmit: async (body) => {
      const { message } = await onReset(body);
      showToast(message, 'success', toastLife.long);
      onClose();
    },
    onFailure: notifyFailure,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={m.identity_resetTwoStep_title({ name })}
      size={520}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': m.common_close() }}
    >
      <form {...form}>
        <Text c="dimmed">{m.identity_resetTwoStep_warning()}</Text>
        <Textarea
          {...field('reason')}
          label={m.common_reason()}
          description={m.identity_resetTwoStep_reasonHelp()}
          required
          maxLength={250}
          rows={3}
          mt="md"
          data-autofocus
        />
        <FormActions submit={m.identity_resetTwoStep_submit()} busy={busy} onCancel={onClose} />
      </form>
    </Modal>
  );
}
