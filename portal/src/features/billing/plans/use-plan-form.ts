import { useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { Opportunity } from '@lintel/contract/billing/tiers';
import type { Plan } from '@lintel/contract/billing/plans';
import type { PlanVisibility } from '@lintel/contract/billing/plans-constants';
import { useEditForm, type Labels } from '../../../lib/edit-form/use-edit-form.ts';
import { useDraftName } from '../../../lib/form/form-draft.ts';
import { showToast } from '../../../lib/toast.ts';
import { findPlan, plansKey, savePlan, notifyPlanFailure } from './requests.ts';

const mark = '• ';

/** Joins lines to a field's text, each with its bullet. */
export const bulletText = (lines: readonly string[]): string =>
  lines.map((line) => mark + line).join('\n');

/**
 * The input with a bullet before each line. With `deleting`, a bullet that lost its space is
 * removed and its line joins the previous one, as in plain text.
 */
export function bulleted(text: string, deleting: boolean): string {
  const joined = deleting ? text.replace(/\n•(?! )/g, '') : text;
  if (joined === '' || (deleting && joined === '•')) return '';
  const lines = joined.split('\n').map((line) => line.replace(/^\s*(•\s?)?/, ''));
  return bulletText(lines);
}

/** The form's values; roles are ids as text. */
export interface PlanValues {
  name: string;
  tier: string;
  price: string;
  installmentIntervalsCount: string;
  stripeId: string;
  associatedStripeId: string;
  opportunities: Opportunity[];
  roles: string[];
  description: string;
  visibility: PlanVisibility;
}

const blank: PlanValues = {
  name: '',
  tier: '',
  price: '',
  installmentIntervalsCount: '1',
  stripeId: '',
  associatedStripeId: '',
  opportunities: [],
  roles: [],
  description: '',
  visibility: 'hidden',
};

/** The form's initial values; null is a new plan. */
export function toValues(plan: Plan | null): PlanValues {
  if (plan === null) return blank;
  const {
    name,
    tier,
    price,
    installmentIntervalsCount,
    stripeId,
    associatedStripeId,
    opportunities,
    description,
    visibility,
  } = plan;
  return {
    name,
    tier,
    price: Number.isInteger(price) ? String(price) : price.toFixed(2),
    installmentIntervalsCount: String(installmentIntervalsCount),
    stripeId,
    associatedStripeId,
    opportunities,
    roles: plan.rolesCollection.map(({ id }) => String(id)),
    description: bulletText(description),
    visibility,
  };
}

const labels: Labels<PlanValues> = {
  name: m.common_name(),
  tier: m.common_tier(),
  price: m.billing_plan_price(),
  installmentIntervalsCount: m.billing_plan_installments(),
  stripeId: m.billing_plan_stripeId(),
  associatedStripeId: m.billing_plan_associatedStripeId(),
  opportunities: m.billing_plan_opportunities(),
  roles: m.billing_plan_roles(),
  description: m.common_description(),
  visibility: m.billing_plan_availability(),
};

interface Options {
  /** The edited plan; null creates one. */
  plan: Plan | null;
  onSaved(): void;
}

export function usePlanForm({ plan, onSaved }: Options) {
  const client = useQueryClient();
  const draftName = useDraftName(`plan.${plan?.id ?? 'new'}`);
  return useEditForm({
    draftName,
    item: plan,
    toValues,
    labels,
    rules: () => import('@lintel/contract/billing/plans').then((module) => module.planForm),
    save: (seen, sent) =>
      savePlan(seen, sent).catch((error: unknown) => {
        notifyPlanFailure(error);
        throw error;
      }),
    find: findPlan,
    onSaved: async () => {
      showToast(plan === null ? m.common_success() : m.common_updated());
      // Refresh the list first: a reopened form must start from the stored plan.
      await client.invalidateQueries({ queryKey: plansKey });
      onSaved();
    },
    // Already shown.
    onFailure: () => undefined,
    // A single invalid role is the field's error.
    fieldFor: (name) => name.split('.')[0] ?? name,
  });
}
export type PlanFormState = ReturnType<typeof usePlanForm>;
