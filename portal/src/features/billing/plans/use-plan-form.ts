import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Opportunity } from '@lintel/contract/billing';
import type { Plan } from '@lintel/contract/billing-plans';
import type { PlanVisibility } from '@lintel/contract/billing-plans-constants';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useContractForm } from '../../../lib/form/use-contract-form.ts';
import { showToast } from '../../../lib/toast.ts';
import { findPlan, plansKey, savePlan, tellFailure } from './requests.ts';

/**
 * What somebody else saved since a plan was opened. A save after `accept` is meant to replace it.
 */
function useNewerPlan(plan: Plan | null) {
  const [found, setFound] = useState<Plan | null>(null);
  const seen = useRef(plan && { id: plan.id, version: plan.version });
  return {
    found,
    /** The plan to change, with the version that the user has seen; null makes a new one. */
    existing: () => seen.current,
    forget: (): void => setFound(null),
    accept: (): void => {
      if (found !== null) seen.current = { id: found.id, version: found.version };
      setFound(null);
    },
    /** Looks up what is stored now, after a conflict. */
    async lookUp(): Promise<void> {
      if (seen.current === null) return;
      const stored = await findPlan(seen.current.id).catch(() => undefined);
      if (stored !== undefined && stored.version > seen.current.version) setFound(stored);
    },
  };
}

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

const labels: Record<keyof PlanValues, string> = {
  name: 'Name',
  tier: 'Tier',
  price: 'Price',
  installmentIntervalsCount: 'Installments',
  stripeId: 'Stripe ID',
  associatedStripeId: 'Associated Stripe ID',
  opportunities: 'Opportunities',
  roles: 'Roles',
  description: 'Description',
  visibility: 'Availability',
};

const plain = (value: string | string[]): string =>
  typeof value === 'string' ? value : value.toSorted().join();

/**
 * The labels of the fields in which two forms differ; what is chosen counts, not in which order.
 */
export function differences(one: PlanValues, other: PlanValues): string[] {
  const names = Object.keys(labels) as (keyof PlanValues)[];
  return names
    .filter((name) => plain(one[name]) !== plain(other[name]))
    .map((name) => labels[name]);
}

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
