import * as contract from '@lintel/contract/billing/plan-change';
import { AppError } from '../../../platform/errors.ts';
import { handle, type Route } from '../../../platform/http/route.ts';
import type { Context } from '../../../platform/context.ts';
import { findPayer } from '../payer-repository.ts';
import { readChoices } from './choices.ts';
import { choosePlan } from './choose.ts';

export const planChangeRoutes = (context: Context): Route[] => [
  handle(contract.readPlanChoices, async ({ owned: { contractorId } }) => {
    const payer = await findPayer(context.db, contractorId);
    if (payer === undefined) throw new AppError('not_found');
    return readChoices(context.db, context, payer);
  }),
  handle(contract.choosePlan, ({ body: { plan, ...seen }, caller, owned: { contractorId } }) =>
    choosePlan(context, { contractorId, planId: plan, ...seen }, caller),
  ),
];
