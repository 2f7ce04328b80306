import type { Plan } from '@lintel/contract/billing-plans';
import { getPlans } from './get-plans.ts';

const perPage = 75;

/**
 * A plan as it is stored now; undefined when it is gone. There is no call for one alone, so the
 * list is read.
 */
export async function findPlan(id: number): Promise<Plan | undefined> {
  for (let page = 1; ; page += 1) {
    const { data, total } = await getPlans({ query: { page, limit: perPage } });
    const found = data.find((plan) => plan.id === id);
    if (found !== undefined || page * perPage >= total) return found;
  }
}
