import * as contract from '@lintel/contract/billing/plan-change';
import { AppError } from '../../../platform/errors.ts';
import { handle, type Route } from '../../../platform/http/route.ts';
import type { BillingDeps } from '../deps.ts';
import { findPayer } from '../payer-repository.ts';
import { readChoices } from './choices.ts';
import { choosePlan } from './choose.ts';

export const planChangeRoutes = (deps: BillingDeps): Route[] => [
  handle(contract.readPlanChoices, async ({ owned: { contractorId } }) => {
    const payer = await findPayer(deps.db, contractorId);
    if (payer === undefined) throw new AppError('not_found');
    return readChoices(deps.db, deps, payer);
  }),
  handle(contract.choosePlan, ({ body: { plan, ...seen }, caller, owned: { contractorId } }) =>
    choosePlan(deps, { contractorId, planId: plan, ...seen }, caller),
  ),
];
