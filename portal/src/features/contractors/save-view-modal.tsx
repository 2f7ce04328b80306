import { Modal, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ContractorView } from '@lintel/contract/contractors-views';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { showToast } from '../../lib/toast.ts';
import { failureText } from '../../lib/unexpected.ts';
import { FormActions } from '../../ui/form-actions.tsx';
import { saveView, viewsQuery } from './api/views.ts';

interface Props {
  current: Omit<ContractorView, 'id' | 'name'>;
  /** The names that are taken: the same name replaces. */
  names: readonly string[];
  onClose(): void;
}

/** Gives what is looked at a name. */
export function SaveViewModal({ current, names, onClose }: Props) {
  const client = useQueryClient();
  const { form, field, values, busy } = useContractForm({
    initial: { name: '' },
    rules: () =>
      import('@lintel/contract/contractors-views').then((module) =>
        module.viewForm.pick({ name: true }),
      ),
    onSubmit: async ({ name }) => {
      await saveView({ ...current, name });
      await client.invalidateQueries({ queryKey: viewsQuery.queryKey });
      onClose();
      showToast('View saved');
    },
    onFailure: (error) => showToast(failureText(error), 'danger'),
  });
  const replaces = names.includes(values.name.trim());
  return (
    <Modal opened onClose={onClose} title="Save this view" size={440}>
      <form {...form}>
        <TextInput
          {...field('name')}
          label="Name"
          required
          maxLength={60}
          data-autofocus
          autoComplete="off"
          description={
            replaces
              ? 'This replaces your view of the same name.'
              : 'The filters, the columns and the order that you see now.'
          }
        />
        <FormActions submit={replaces ? 'Replace' : 'Save'} busy={busy} onCancel={onClose} />
      </form>
    </Modal>
  );
}
