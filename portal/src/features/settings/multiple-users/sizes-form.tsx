import type { MultipleUsers } from '@lintel/contract/settings-team';
import { FormActions } from '../../../ui/form-actions.tsx';
import { ChangedNotice } from '../leads/changed-notice.tsx';
import { useUnsaved } from '../unsaved.tsx';
import { BeyondModal } from './beyond-modal.tsx';
import { SizesTable } from './sizes-table.tsx';
import { useSizesForm } from './use-sizes-form.ts';

interface Props {
  base: MultipleUsers;
  onDone(): void;
}

/** The tiers' numbers, to choose from 0 to 10 each. */
export function SizesForm({ base, onDone }: Props) {
  const form = useSizesForm(base, onDone);
  useUnsaved(form.dirty);
  return (
    <form onSubmit={form.onSubmit} aria-label="Edit Multiple Users" noValidate>
      {form.conflict !== null && (
        <ChangedNotice text={form.conflict} onSaveOver={form.saveOver} onReload={form.takeTheirs} />
      )}
      <SizesTable sizes={form.sizes} onChange={form.change} />
      <FormActions submit="Submit" busy={form.busy} onCancel={onDone} />
      {form.beyond.length > 0 && (
        <BeyondModal
          contractors={form.beyond}
          busy={form.busy}
          onCancel={form.cancelConfirm}
          onConfirm={form.confirm}
        />
      )}
    </form>
  );
}
