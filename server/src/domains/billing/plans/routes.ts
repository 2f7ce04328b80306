import * as contract from '@lintel/contract/billing/plans';
import type { Plan, Role } from '@lintel/contract/billing/plans';
import { handle, type Route } from '../../../platform/http/route.ts';
import { toDollars } from '../../../platform/money.ts';
import { changePlan, createPlan, deletePlan, planYears, type PlanDeps } from './plans.ts';
import { selectPlans, type StoredPlan } from './repository.ts';

export const planRoutes = (deps: PlanDeps): Route[] => [
  handle(contract.listPlans, async ({ query: { filters, ...view } }) => {
    const [{ rows, total }, roles] = await Promise.all([
      selectPlans(deps.db, { ...view, ...filters }),
      deps.allRoles(deps.db),
    ]);
    return { data: rows.map((row) => presentPlan(row, roles)), total };
  }),
  handle(contract.createPlan, async ({ body, caller }) => {
    const made = await createPlan(deps, caller, body);
    return { message: 'Plan created', plan: presentPlan(made, await deps.allRoles(deps.db)) };
  }),
  handle(contract.updatePlan, async ({ params, body: { version, ...form }, caller }) => {
    const saved = await changePlan(deps, caller, { id: params.id, version, form });
    return { message: 'Plan updated', plan: presentPlan(saved, await deps.allRoles(deps.db)) };
  }),
  handle(contract.deletePlan, async ({ params, caller }) => {
    await deletePlan(deps, caller, params.id);
    return { message: 'Plan deleted' };
  }),
  handle(contract.readPlanYears, ({ params: { id } }) => planYears(deps, id)),
  handle(contract.listRoles, () => deps.allRoles(deps.db)),
];

function presentPlan({ plan, roleIds }: StoredPlan, roles: readonly Role[]): Plan {
  const { priceCents, ...rest } = plan;
  return {
    ...rest,
    price: toDollars(priceCents),
    rolesCollection: roles
      .filter(({ id }) => roleIds.includes(id))
      .map(({ id, localRole }) => ({ id, localRole })),
  };
}
