import * as contract from '@lintel/contract/payouts-method';
import { handle, type Route } from '../../platform/http/route.ts';
import type { PayoutDeps } from './deps.ts';
import { readMethod, saveMethod } from './methods.ts';
import { requireOwner, requireReader } from './policy.ts';
import { inShort } from './present-payout.ts';

export const methodRoutes = (deps: PayoutDeps): Route[] => [
  handle(contract.readPayoutMethod, async ({ params, caller }) => {
    requireReader(caller, params.id);
    return readMethod(deps, params.id);
  }),
  handle(contract.savePayoutMethod, async ({ params, body: { id: _id, ...form }, caller }) => {
    requireOwner(caller, params.id);
    const payout = await saveMethod(deps, caller, params.id, form);
    const { routingNumber, accNumber } = payout;
    return { message: 'Update successful!', routingNumber, accNumber, payout };
  }),
  handle(contract.readAch, async ({ params, caller }) => {
    requireReader(caller, params.id);
    return inShort(await readMethod(deps, params.id));
  }),
];
