import { Modal, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { showToast } from '../../lib/toast.ts';
import { FormActions } from '../../ui/form-actions.tsx';
import { eventsKey, type EmailEvent } from './api/get-events.ts';
import { templatesKey } from './api/get-templates.ts';
import { saveEvent } from './api/save-event.ts';
import { tellFailure } from './tell-failure.ts';
import emails from './emails.module.css';

interface Props {
  /** The event that is renamed; null makes a new one. */
  event: EmailEvent | null;
  onClose(): void;
}

/** Names an event. */
export function EventModal({ event, onClose }: Props) {
  const client = useQueryClient();
  const { form, field, errors, busy } = useContractForm({
    initial: { type: event?.type ?? '' },
    rules: () => import('@lintel/contract/emails').then((module) => module.eventForm),
    onSubmit: async ({ type }) => {
      await saveEvent(event?.id ?? null, type).catch(tellFailure);
      showToast(event === null ? 'Success!' : 'Update successful!');
      void client.invalidateQueries({ queryKey: eventsKey });
      void client.invalidateQueries({ queryKey: templatesKey });
      onClose();
    },
    // Told already.
    onFailure: () => undefined,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={event === null ? 'Create event' : 'Edit event'}
      classNames={{ title: emails.title ?? '' }}
    >
      <form {...form}>
        <TextInput
          {...field('type')}
          label="Event"
          description={errors['type'] === undefined && 'Letters, numbers and dashes.'}
          required
          data-autofocus
          autoComplete="off"
        />
        <FormActions submit={event === null ? 'Add' : 'Update'} busy={busy} onCancel={onClose} />
      </form>
    </Modal>
  );
}
