import * as contract from '@lintel/contract/payouts/runs';
import { handle, type Route } from '../../platform/http/route.ts';
import { toDollars } from '../../platform/money.ts';
import type { PayoutDeps } from './deps.ts';
import { presentManaged, presentPayout } from './present-payout.ts';
import { selectManaged, selectOwn } from './payout-repository.ts';
import { examineStale } from './prepare.ts';
import { readEarnings, readManaged } from './reads.ts';
import { returnPayout } from './returns.ts';

export const payoutListRoutes = (deps: PayoutDeps): Route[] => [
  handle(contract.listPayouts, async ({ query: { page, limit, order }, owned }) => {
    await examineStale(deps, owned.contractorId);
    const { rows, total } = await selectOwn(deps.db, owned.contractorId, {
      page,
      limit,
      descending: order.descending,
    });
    return { data: rows.map(presentPayout), total };
  }),
  handle(contract.readEarnings, ({ owned }) => readEarnings(deps, owned.contractorId)),
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
