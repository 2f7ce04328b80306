import type { Plan, Role } from '@lintel/contract/billing/plans';
import { toDollars } from '../../platform/money.ts';
import type { StoredPlan } from './plan-repository.ts';

export function presentPlan({ plan, roleIds }: StoredPlan, roles: readonly Role[]): Plan {
  const { priceCents, ...rest } = plan;
  return {
    ...rest,
    price: toDollars(priceCents),
    rolesCollection: roles
      .filter(({ id }) => roleIds.includes(id))
      .map(({ id, localRole }) => ({ id, localRole })),
  };
}
