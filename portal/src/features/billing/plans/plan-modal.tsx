import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Plan } from '@lintel/contract/billing-plans';
import { dialogStore, openDialog } from '../../../lib/dialog.ts';
import { FormActions } from '../../../ui/form-actions.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import { PlanFields } from './plan-fields.tsx';
import { usePlanForm } from './use-plan-form.ts';
import classes from './plans.module.css';

interface Props {
  /** The plan that is changed; null makes a new one. */
  plan: Plan | null;
  onClose(): void;
}

/** Makes a plan or changes one. */
export function PlanModal({ plan, onClose }: Props) {
  const used = usePlanForm({ plan, onSaved: onClose });
  const narrow = useMediaQuery('(max-width: 499px)') ?? false;
  const close = (): void => void leave(used.dirty, onClose);
  const { found } = used.newer;
  return (
    <Modal
      opened
      onClose={close}
      title={plan === null ? 'Create plan' : 'Edit plan'}
      size={760}
      fullScreen={narrow}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ title: classes.title ?? '' }}
    >
      <form {...used.form}>
        {found !== null && (
          <ConflictNotice theirs={found} mine={used.values} onSaveOver={used.saveOver} onReload={used.takeTheirs} />
        )}
        <PlanFields used={used} />
        <FormActions submit={plan === null ? 'Add' : 'Update'} busy={used.busy} onCancel={close} />
      </form>
    </Modal>
  );
}

/** Closes the form, once it is certain that nothing typed is wanted any more. */
async function leave(dirty: boolean, onClose: () => void): Promise<void> {
  if (dialogStore.get() !== null) return;
  const lost = {
    title: 'Discard your changes?',
    text: 'What you changed in this plan is not saved.',
    confirm: 'Discard',
    cancel: 'Keep editing',
    tone: 'warning',
  } as const;
  if (!dirty || (await openDialog(lost))) onClose();
}
