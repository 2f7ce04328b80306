import * as contract from '@lintel/contract/commissions/manage-rates';
import * as adjustments from '@lintel/contract/commissions/adjustments';
import type { Context } from '../../../platform/context.ts';
import { handle, type Route } from '../../../platform/http/route.ts';
import { searchContractors, selectAdjustments } from './adjustment-repository.ts';
import {
  approveAdjustment,
  approvedText,
  cancelAdjustment,
  presentAdjustments,
  proposeAdjustment,
  readAdjustment,
  rejectAdjustment,
} from './adjustments.ts';
import { addRates, cancelRates, readManagedRates } from './rates.ts';

export const manageRoutes = (context: Context): Route[] => [
  ...rateRoutes(context),
  ...adjustmentRoutes(context),
];

const rateRoutes = (context: Context): Route[] => [
  handle(contract.readCommissionRates, () => readManagedRates(context)),
  handle(contract.addCommissionRates, async ({ body, caller }) => {
    await addRates(context, caller, body);
    return { message: 'The rates are added.', rates: await readManagedRates(context) };
  }),
  handle(contract.cancelCommissionRates, async ({ params, caller }) => {
    await cancelRates(context, caller, params.from);
    return { message: 'The planned rates are canceled.', rates: await readManagedRates(context) };
  }),
];

/** How many contractors a search offers. */
const offered = 10;

const adjustmentRoutes = (context: Context): Route[] => [
  handle(adjustments.listAdjustments, async ({ query: { filters, ...view }, caller }) => {
    const { rows, total } = await selectAdjustments(context.db, { ...view, ...filters });
    return { data: await presentAdjustments(context.db, caller.authenticated.id, rows), total };
  }),
  handle(adjustments.findContractors, async ({ query }) => ({
    data: await searchContractors(context.db, query.search, offered),
  })),
  handle(adjustments.proposeAdjustment, async ({ body, caller }) => {
    const key = await proposeAdjustment(context, caller, body);
    const adjustment = await readAdjustment(context, caller.authenticated.id, key);
    return { message: 'It is proposed. Another person has to approve it.', adjustment };
  }),
  handle(adjustments.approveAdjustment, async ({ params, caller }) => {
    const key = keyOf(params);
    const bookedOn = await approveAdjustment(context, caller, key);
    const adjustment = await readAdjustment(context, caller.authenticated.id, key);
    return { message: approvedText(adjustment.effectiveOn, bookedOn), adjustment };
  }),
  handle(adjustments.rejectAdjustment, async ({ params, body, caller }) => {
    const key = keyOf(params);
    await rejectAdjustment(context, caller, key, body.note);
    const adjustment = await readAdjustment(context, caller.authenticated.id, key);
    return { message: 'The proposal is rejected.', adjustment };
  }),
  handle(adjustments.cancelAdjustment, async ({ params, caller }) => {
    const key = keyOf(params);
    await cancelAdjustment(context, caller, key);
    const adjustment = await readAdjustment(context, caller.authenticated.id, key);
    return { message: 'The proposal is canceled.', adjustment };
  }),
];

const keyOf = ({ id: contractorId, adjustmentId: id }: { id: number; adjustmentId: number }) => ({
  contractorId,
  id,
});
