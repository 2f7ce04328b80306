import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as m from '#messages';
import type {
  createPlan,
  listPlans,
  listRoles,
  Plan,
  PlanForm,
  updatePlan,
} from '@lintel/contract/billing/plans';
import { staffWithAll } from '@lintel/contract/core/access';
import type { Session } from '@lintel/contract/identity/sessions';
import { call } from '../../../lib/api/call.ts';
import { may } from '../../../lib/session.ts';
import { showToast } from '../../../lib/toast.ts';
import { failureText } from '../../../lib/failure.ts';
import type { GridView } from '../../../ui/grid-view.ts';

const changing = staffWithAll(['manage-plans', 'access'], ['manage-plans', 'modify']);

export const mayChangePlans = (session: Session): boolean => may(session, changing);

const getPlans = call<typeof listPlans>({ method: 'GET', path: '/plan' });

export interface PlanView extends GridView {
  searchText: string;
}

export const firstView: PlanView = { page: 1, limit: 25, order: '+id', searchText: '' };

/** The query key prefix of every plan list. */
export const plansKey = ['billing', 'plans'] as const;

/** One page of the plans. The previous page stays visible while the next one loads. */
export const plansQuery = ({ page, limit, order, searchText }: PlanView) =>
  queryOptions({
    queryKey: [...plansKey, { page, limit, order, searchText }],
    queryFn: ({ signal }) =>
      getPlans({ query: { page, limit, order, filters: { searchText } } }, { signal }),
    placeholderData: keepPreviousData,
  });

const getRoles = call<typeof listRoles>({ method: 'GET', path: '/role' });

/** All roles. */
export const rolesQuery = queryOptions({
  queryKey: ['billing', 'roles'],
  queryFn: ({ signal }) => getRoles({}, { signal }),
});

/** Shows why saving or deleting a plan failed. */
export const notifyPlanFailure = (error: unknown): void =>
  showToast(failureText(error, m.common_error_unexpected()), 'danger');

const perPage = 75;

/**
 * A stored plan; undefined if deleted. No endpoint returns a single one, so this reads the list.
 */
export async function findPlan(id: number): Promise<Plan | undefined> {
  for (let page = 1; ; page += 1) {
    const { data, total } = await getPlans({ query: { page, limit: perPage } });
    const found = data.find((plan) => plan.id === id);
    if (found !== undefined || page * perPage >= total) return found;
  }
}

/** The form itself shows every failure. */
const handles = { handles: [500] };
const create = call<typeof createPlan>(
  { method: 'POST', path: '/plan', encoding: 'form' },
  handles,
);
const update = call<typeof updatePlan>(
  { method: 'POST', path: '/plan/{id}', encoding: 'form' },
  handles,
);

/** Creates a plan, or edits the `existing` one; `version` is the loaded version. */
export const savePlan = (existing: { id: number; version: number } | null, sent: PlanForm) =>
  existing === null
    ? create({ body: sent })
    : update({ params: { id: existing.id }, body: { ...sent, version: existing.version } });
