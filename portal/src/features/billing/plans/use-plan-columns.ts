import { useQuery } from '@tanstack/react-query';
import type { Plan } from '@lintel/contract/billing-plans';
import { rolesQuery } from './api/get-roles.ts';
import { planColumns } from './plan-columns.tsx';
import { useDeletePlan } from './use-delete-plan.ts';

/** The roles' names come with their own list; without it a row shows what it knows itself. */
export function usePlanColumns(
  mayChange: boolean,
  onEdit: (plan: Plan) => void,
  onDeleted: () => void,
) {
  const roles = useQuery(rolesQuery).data ?? [];
  const remove = useDeletePlan(onDeleted);
  return planColumns({
    roles,
    actions: mayChange ? { onEdit, onDelete: (plan) => void remove(plan) } : undefined,
  });
}
