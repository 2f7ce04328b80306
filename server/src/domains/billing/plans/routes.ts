import type { Context } from '../../../platform/context.ts';
import * as contract from '@lintel/contract/billing/plans';
import type { Plan, Role } from '@lintel/contract/billing/plans';
import { handle, type Route } from '../../../platform/http/route.ts';
import { toDollars } from '../../../platform/money.ts';
import { allRoles } from '../../identity/index.ts';
import { changePlan, createPlan, deletePlan, planYears } from './plans.ts';
import { selectPlans, type StoredPlan } from './repository.ts';

export const planRoutes = (context: Context): Route[] => [
  handle(contract.listPlans, async ({ query: { filters, ...view } }) => {
    const [{ rows, total }, roles] = await Promise.all([
      selectPlans(context.db, { ...view, ...filters }),
      allRoles(context.db),
    ]);
    return { data: rows.map((row) => presentPlan(row, roles)), total };
  }),
  handle(contract.createPlan, async ({ body, caller }) => {
    const made = await createPlan(context, caller, body);
    return { message: 'Plan created', plan: presentPlan(made, await allRoles(context.db)) };
  }),
  handle(contract.updatePlan, async ({ params, body: { version, ...form }, caller }) => {
    const saved = await changePlan(context, caller, { id: params.id, version, form });
    return { message: 'Plan updated', plan: presentPlan(saved, await allRoles(context.db)) };
  }),
  handle(contract.deletePlan, async ({ params, caller }) => {
    await deletePlan(context, caller, params.id);
    return { message: 'Plan deleted' };
  }),
  handle(contract.readPlanYears, ({ params: { id } }) => planYears(context, id)),
  handle(contract.listRoles, () => allRoles(context.db)),
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
