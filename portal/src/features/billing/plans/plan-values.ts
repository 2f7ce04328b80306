import type { Plan } from '@lintel/contract/billing-plans';
import type { PlanVisibility } from '@lintel/contract/billing-plans-constants';
import type { Opportunity } from '@lintel/contract/billing';
import { bulletText } from './bullet-text.ts';

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
