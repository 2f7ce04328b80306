import { useQueryClient } from '@tanstack/react-query';
import type { Plan } from '@lintel/contract/billing-plans';
import { mayDelete } from '../../../lib/form/ask-first.ts';
import { showToast } from '../../../lib/toast.ts';
import { deletePlan } from './api/delete-plan.ts';
import { plansKey } from './api/get-plans.ts';
import { tellFailure } from './plan-failure.ts';

/**
 * Asks whether a plan is to be deleted, and deletes it; `onDeleted` runs before the list is read
 * again.
 */
export function useDeletePlan(onDeleted: () => void): (plan: Plan) => Promise<void> {
  const client = useQueryClient();
  return async ({ id, name }) => {
    if (!(await mayDelete('Delete plan', `Are you sure you want to delete the plan “${name}”?`)))
      return;
    try {
      await deletePlan(id);
      showToast('Successful');
      onDeleted();
    } catch (error) {
      tellFailure(error);
    }
    await client.invalidateQueries({ queryKey: plansKey });
  };
}
