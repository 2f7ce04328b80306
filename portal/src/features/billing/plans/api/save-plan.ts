import type { createPlan, PlanForm, updatePlan } from '@lintel/contract/billing-plans';
import { call } from '../../../../lib/api/call.ts';

/** The form tells of every failure itself. */
const handles = { handles: [500] };
const create = call<typeof createPlan>(
  { method: 'POST', path: '/plan', encoding: 'form' },
  handles,
);
const update = call<typeof updatePlan>(
  { method: 'POST', path: '/plan/{id}', encoding: 'form' },
  handles,
);

/** Makes a plan, or changes the `existing` one; `version` is the state that was seen. */
export const savePlan = (existing: { id: number; version: number } | null, sent: PlanForm) =>
  existing === null
    ? create({ body: sent })
    : update({ params: { id: existing.id }, body: { ...sent, version: existing.version } });
