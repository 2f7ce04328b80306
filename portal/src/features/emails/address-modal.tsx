import { Modal, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { showToast, toastLife } from '../../lib/toast.ts';
import { FormActions } from '../../ui/form-actions.tsx';
import { unsubscribersKey } from './api/get-unsubscribers.ts';
import { resubscribe } from './api/resubscribe.ts';
import { unsubscribe } from './api/unsubscribe.ts';
import { tellFailure } from './tell-failure.ts';
import emails from './emails.module.css';

const actions = {
  unsubscribe: {
    send: unsubscribe,
    title: 'Unsubscribe',
    text: 'It will get only messages about its account.',
  },
  resubscribe: {
    send: resubscribe,
    title: 'Resubscribe',
    text: 'It will get every message again.',
  },
};

interface Props {
  action: keyof typeof actions;
  onClose(): void;
}

/** Unsubscribes an address, or lets it get messages again. */
export function AddressModal({ action, onClose }: Props) {
  const { send, title, text } = actions[action];
  const client = useQueryClient();
  const { form, field, errors, busy } = useContractForm({
    initial: { email: '' },
    rules: () => import('@lintel/contract/emails').then((module) => module.addressForm),
    onSubmit: async ({ email }) => {
      await send(email).catch(tellFailure);
      showToast(`${title} successful!`, 'success', toastLife.long);
      void client.invalidateQueries({ queryKey: unsubscribersKey });
      onClose();
    },
    // Told already.
    onFailure: () => undefined,
  });
  return (
    <Modal opened onClose={onClose} title={title} classNames={{ title: emails.title ?? '' }}>
      <form {...form}>
        <TextInput
          {...field('email')}
          type="email"
          label="E-mail"
          description={errors['email'] === undefined && text}
          required
          data-autofocus
          autoComplete="off"
        />
        <FormActions submit={title} busy={busy} onCancel={onClose} />
      </form>
    </Modal>
  );
}
