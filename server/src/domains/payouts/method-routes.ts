import * as contract from '@lintel/contract/payouts/method';
import { handle, type Route } from '../../platform/http/route.ts';
import type { PayoutDeps } from './deps.ts';
import { readMethod, saveMethod } from './methods.ts';
import { inShort } from './present-payout.ts';

export const methodRoutes = (deps: PayoutDeps): Route[] => [
  handle(contract.readPayoutMethod, ({ owned }) => readMethod(deps, owned.contractorId)),
  handle(contract.savePayoutMethod, async ({ body: { id: _id, ...form }, caller, owned }) => {
    const payout = await saveMethod(deps, caller, owned.contractorId, form);
    const { routingNumber, accNumber } = payout;
    return { message: 'Update successful!', routingNumber, accNumber, payout };
  }),
  handle(contract.readAch, async ({ owned }) =>
    inShort(await readMethod(deps, owned.contractorId)),
  ),
];
