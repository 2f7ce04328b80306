import * as contract from '@lintel/contract/payouts';
import { handle, type Route } from '../../platform/http/route.ts';
import { toDollars } from '../../platform/money.ts';
import type { PayoutDeps } from './deps.ts';
import { requireReader } from './policy.ts';
import { presentManaged, presentPayout } from './present-payout.ts';
import { selectManaged, selectOwn } from './payout-repository.ts';
import { examineStale } from './prepare.ts';
import { readEarnings, readManaged } from './reads.ts';
import { returnPayout } from './returns.ts';

export const payoutListRoutes = (deps: PayoutDeps): Route[] => [
  handle(contract.listPayouts, async ({ params, query: { page, limit, order }, caller }) => {
    requireReader(caller, params.id);
    await examineStale(deps, params.id);
    const { rows, total } = await selectOwn(deps.db, params.id, {
      page,
      limit,
      descending: order.descending,
    });
    return { data: rows.map(presentPayout), total };
  }),
  handle(contract.readEarnings, async ({ params, caller }) => {
    requireReader(caller, params.id);
    return readEarnings(deps, params.id);
  }),
  handle(contract.listManagedPayouts, async ({ query: { filters, ...view } }) => {
    await examineStale(deps);
    const asOf = deps.clock.now().toISOString();
    const { rows, total, totalCents } = await selectManaged(deps.db, { ...view, ...filters });
    return { data: rows.map(presentManaged), total, totalAmount: toDollars(totalCents), asOf };
  }),
  handle(contract.returnPayout, async ({ params, body, caller }) => {
    await returnPayout(deps, caller, params.id, body.code);
    return { message: 'The payout was booked back.', payout: await readManaged(deps, params.id) };
  }),
];
