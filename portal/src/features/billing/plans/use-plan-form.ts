import { useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { Opportunity } from '@lintel/contract/billing/tiers';
import type { Plan } from '@lintel/contract/billing/plans';
import type { PlanVisibility } from '@lintel/contract/billing/plans-constants';
import { useEditForm, type Labels } from '../../../lib/edit-form/use-edit-form.ts';
import { useKeepAs } from '../../../lib/form/form-draft.ts';
import { showToast } from '../../../lib/toast.ts';
import { findPlan, plansKey, savePlan, tellPlanFailure } from './requests.ts';

const mark = '• ';

/** Lines as the text of a field, each behind its bullet. */
export const bulletText = (lines: readonly string[]): string =>
  lines.map((line) => mark + line).join('\n');

/**
 * What was typed, with a bullet before each line. After `deleting`, a bullet that lost its space is
 * gone and its line joins the one before, as it does where there are no bullets.
 */
export function bulleted(text: string, deleting: boolean): string {
  const joined = deleting ? text.replace(/\n•(?! )/g, '') : text;
  if (joined === '' || (deleting && joined === '•')) return '';
  const lines = joined.split('\n').map((line) => line.replace(/^\s*(•\s?)?/, ''));
  return bulletText(lines);
}

/** What the form holds; the roles are the texts of their ids. */
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

/** What the form starts with; null is a new plan. */
export function valuesOf(plan: Plan | null): PlanValues {
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
  /** The plan that is changed; null makes a new one. */
  plan: Plan | null;
  onSaved(): void;
}

/** The form of a plan. */
export function usePlanForm({ plan, onSaved }: Options) {
  const client = useQueryClient();
  const keepAs = useKeepAs(`plan.${plan?.id ?? 'new'}`);
  return useEditForm({
    keepAs,
    item: plan,
    valuesOf,
    labels,
    rules: () => import('@lintel/contract/billing/plans').then((module) => module.planForm),
    save: (seen, sent) =>
      savePlan(seen, sent).catch((error: unknown) => {
        tellPlanFailure(error);
        throw error;
      }),
    find: findPlan,
    onSaved: async () => {
      showToast(plan === null ? m.common_success() : m.common_updated());
      // The list first: opened again, the form must start from what is stored now.
      await client.invalidateQueries({ queryKey: plansKey });
      onSaved();
    },
    // Told already.
    onFailure: () => undefined,
    // One wrong role of several is the field's error.
    fieldFor: (name) => name.split('.')[0] ?? name,
  });
}
export type UsedPlanForm = ReturnType<typeof usePlanForm>;
