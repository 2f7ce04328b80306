import * as contract from '@lintel/contract/billing/plans';
import { handle, type Route } from '../../platform/http/route.ts';
import { selectPlans } from './plan-repository.ts';
import { changePlan, createPlan, deletePlan, planYears, type PlanDeps } from './plans.ts';
import { presentPlan } from './present.ts';

export const billingRoutes = (deps: PlanDeps): Route[] => [
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
