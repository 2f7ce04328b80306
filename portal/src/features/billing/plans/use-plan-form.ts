import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Plan } from '@lintel/contract/billing-plans';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useContractForm } from '../../../lib/form/use-contract-form.ts';
import { showToast } from '../../../lib/toast.ts';
import { plansKey } from './api/get-plans.ts';
import { savePlan } from './api/save-plan.ts';
import { tellFailure } from './plan-failure.ts';
import { differences, valuesOf } from './plan-values.ts';
import { useNewerPlan } from './use-newer-plan.ts';

interface Options {
  /** The plan that is changed; null makes a new one. */
  plan: Plan | null;
  onSaved(): void;
}

const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'conflict';

/**
 * The form of a plan: its fields by the contract's rules, and what to do when somebody else was
 * faster.
 */
export function usePlanForm({ plan, onSaved }: Options) {
  const client = useQueryClient();
  const [initial] = useState(() => valuesOf(plan));
  const newer = useNewerPlan(plan);
  const used = useContractForm({
    initial,
    rules: () => import('@lintel/contract/billing-plans').then((module) => module.planForm),
    onSubmit: async (sent) => {
      newer.forget();
      await savePlan(newer.existing(), sent).catch((error: unknown) => {
        tellFailure(error);
        throw error;
      });
      showToast(plan === null ? 'Success!' : 'Update successful!');
      // The list first: opened again, the form must start from what is stored now.
      await client.invalidateQueries({ queryKey: plansKey });
      onSaved();
    },
    // A toast has told it; a conflict needs a choice besides.
    onFailure: (error) => void (isConflict(error) && newer.lookUp()),
    // One wrong role of several is the field's error.
    fieldFor: (name) => name.split('.')[0] ?? name,
  });
  const saveOver = (): void => {
    newer.accept();
    used.form.ref.current?.requestSubmit();
  };
  const takeTheirs = (): void => {
    if (newer.found !== null) used.reset(valuesOf(newer.found));
    newer.accept();
  };
  return {
    ...used,
    newer,
    saveOver,
    takeTheirs,
    dirty: differences(used.values, initial).length > 0,
  };
}
export type UsedPlanForm = ReturnType<typeof usePlanForm>;
