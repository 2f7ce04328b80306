import { listDisputes } from '@lintel/contract/billing/disputes';
import {
  type Plan,
  type Role,
  listRoles,
  listPlans,
  readPlanYears,
} from '@lintel/contract/billing/plans';
import { openScreen } from './render-portal.tsx';
import { answer } from './server.ts';
import { privileges, staff } from './sessions.ts';

export const plan = (change: Partial<Plan> = {}): Plan => ({
  id: 41,
  name: 'Pro',
  price: 1188.5,
  stripeId: 'price_pro',
  associatedStripeId: 'price_pro_once',
  installmentIntervalsCount: 12,
  opportunities: ['FDA', 'HELOC'],
  tier: 'Pro',
  description: ['All loan programs', 'Reports', 'Team users'],
  rolesCollection: [
    { id: 10, localRole: 'contractor' },
    { id: 11, localRole: 'contractor-reports' },
  ],
  visibility: 'public',
  version: 3,
  ...change,
});

const roles: Role[] = [
  { id: 1, localRole: 'administrator', name: 'Administrator', staffOnly: true },
  { id: 10, localRole: 'contractor', name: 'Contractor', staffOnly: false },
  { id: 11, localRole: 'contractor-reports', name: 'Reports', staffOnly: false },
];

/** Staff who may view plans, and staff who may also edit them. */
export const planReader = () => staff(privileges('manage-plans:access'));
const planKeeper = () => staff(privileges('manage-plans:access', 'manage-plans:modify'));

/**
 * Opens the screen with default responses for both lists, and records the requests for plans.
 * `prepare` may change the responses.
 */
export async function openPlans(session = planKeeper(), prepare: () => void = () => undefined) {
  const view = await openScreen('/', session);
  const requests: Record<string, string>[] = [];
  answer(listRoles, () => roles);
  answer(listPlans, ({ url }) => {
    requests.push(Object.fromEntries(new URL(url).searchParams));
    return {
      data: [plan(), plan({ id: 42, name: 'Free', description: [], rolesCollection: [] })],
      total: 90,
    };
  });
  answer(readPlanYears, {
    contractors: 0,
    nextFrom: null,
    raisedFrom: null,
    raisedUntil: null,
  });
  answer(listDisputes, { data: [], total: 0 });
  prepare();
  await view.router.navigate({ href: '/manage/plans' });
  return { ...view, requests };
}
