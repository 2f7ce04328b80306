import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Plan } from '@lintel/contract/billing-plans';
import { closeForm } from '../../../lib/form/ask-first.ts';
import { FormActions } from '../../../ui/form-actions.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import { PlanFields } from './plan-fields.tsx';
import { PlanPayers } from './plan-payers.tsx';
import { usePlanForm } from './use-plan-form.ts';

interface Props {
  /** The plan that is changed; null makes a new one. */
  plan: Plan | null;
  onClose(): void;
}

/** Makes a plan or changes one. */
export function PlanModal({ plan, onClose }: Props) {
  const used = usePlanForm({ plan, onSaved: onClose });
  const narrow = useMediaQuery('(max-width: 499px)') ?? false;
  const close = (): void =>
    void closeForm(onClose, {
      dirty: used.dirty,
      lost: 'What you changed in this plan is not saved.',
    });
  const { found } = used.newer;
  return (
    <Modal
      opened
      onClose={close}
      title={plan === null ? 'Create plan' : 'Edit plan'}
      size={760}
      fullScreen={narrow}
      closeOnClickOutside={false}
    >
      <form {...used.form}>
        {found !== null && (
          <ConflictNotice
            theirs={found}
            mine={used.values}
            onSaveOver={used.saveOver}
            onReload={used.takeTheirs}
          />
        )}
        {plan !== null && <PlanPayers planId={plan.id} />}
        <PlanFields used={used} />
        <FormActions submit={plan === null ? 'Add' : 'Update'} busy={used.busy} onCancel={close} />
      </form>
    </Modal>
  );
}
