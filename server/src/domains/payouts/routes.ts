import * as methodContract from '@lintel/contract/payouts/method';
import * as runContract from '@lintel/contract/payouts/runs';
import * as settings from '@lintel/contract/payouts/settings';
import { handle, type Route } from '../../platform/http/route.ts';
import { toDollars } from '../../platform/money.ts';
import type { PayoutDeps } from './deps.ts';
import { readMethod, saveMethod } from './methods.ts';
import { selectManaged, selectOwn } from './payout-repository.ts';
import { examineStale } from './prepare.ts';
import { summaryOfMethod, presentManaged, presentPayout } from './present.ts';
import { notReleasableBy, readEarnings, readManaged, readRun, withNames } from './reads.ts';
import { returnPayout } from './runs/returns.ts';
import { leftOutText, type RunDeps } from './runs/file.ts';
import { preparedText, prepareRun } from './runs/prepare-run.ts';
import { cancelRun, releaseRun } from './runs/release.ts';
import { selectRuns } from './runs/repository.ts';
import { confirmRun, fetchFile } from './runs/runs.ts';
import { readPreferences, savePreferences } from './settings.ts';
import { w9ReviewRoutes, w9Routes, type W9RouteDeps } from './w9/routes.ts';

export const payoutRoutes = (deps: RunDeps & W9RouteDeps): Route[] => [
  ...methodRoutes(deps),
  ...w9Routes(deps),
  ...w9ReviewRoutes(deps),
  ...payoutListRoutes(deps),
  ...preferenceRoutes(deps),
  ...runRoutes(deps),
];

const methodRoutes = (deps: PayoutDeps): Route[] => [
  handle(
    methodContract.readPayoutMethod,
    async ({ owned }) => (await readMethod(deps, owned.contractorId)) ?? {},
  ),
  handle(methodContract.savePayoutMethod, async ({ body: { id: _id, ...form }, caller, owned }) => {
    const payout = await saveMethod(deps, caller, owned.contractorId, form);
    const { routingNumber, accNumber } = payout;
    return { message: 'Update successful!', routingNumber, accNumber, payout };
  }),
  handle(methodContract.readAch, async ({ owned }) => {
    const method = await readMethod(deps, owned.contractorId);
    return method === null ? {} : summaryOfMethod(method);
  }),
];

const payoutListRoutes = (deps: PayoutDeps): Route[] => [
  handle(runContract.listPayouts, async ({ query: { page, limit, order }, owned }) => {
    await examineStale(deps, owned.contractorId);
    const { rows, total } = await selectOwn(deps.db, owned.contractorId, {
      page,
      limit,
      descending: order.descending,
    });
    return { data: rows.map(presentPayout), total };
  }),
  handle(runContract.readEarnings, ({ owned }) => readEarnings(deps, owned.contractorId)),
  handle(runContract.listManagedPayouts, async ({ query: { filters, ...view } }) => {
    await examineStale(deps);
    const asOf = deps.clock.now().toISOString();
    const { rows, total, totalCents } = await selectManaged(deps.db, { ...view, ...filters });
    return { data: rows.map(presentManaged), total, totalAmount: toDollars(totalCents), asOf };
  }),
  handle(runContract.returnPayout, async ({ params, body, caller }) => {
    await returnPayout(deps, caller, params.id, body.code);
    return { message: 'The payout was booked back.', payout: await readManaged(deps, params.id) };
  }),
];

const runRoutes = (deps: RunDeps): Route[] => [
  handle(runContract.listPayoutRuns, async ({ query, caller }) => {
    const { page, limit, order, releasable } = query;
    const userId = caller.authenticated.id;
    const waitingBut = releasable ? await notReleasableBy(deps.db, userId) : undefined;
    const view = { page, limit, descending: order.descending, waitingBut };
    const { rows, total } = await selectRuns(deps.db, view);
    return { data: await withNames(deps, userId, rows), total };
  }),
  handle(runContract.preparePayoutRun, async ({ body, caller }) => {
    const prepared = await prepareRun(deps, caller, body);
    const run = await readRun(deps, caller.authenticated.id, prepared.runId);
    return { message: preparedText(prepared), run };
  }),
  handle(runContract.releasePayoutRun, async ({ params, caller }) => {
    const leftOut = await releaseRun(deps, caller, params.id);
    const message = `The file for the bank is ready. ${leftOutText(leftOut)}`.trim();
    return { message, run: await readRun(deps, caller.authenticated.id, params.id) };
  }),
  handle(runContract.cancelPayoutRun, async ({ params, caller }) => {
    await cancelRun(deps, caller, params.id);
    const message = 'The run is canceled. Its payouts can be paid by another one.';
    return { message, run: await readRun(deps, caller.authenticated.id, params.id) };
  }),
  handle(runContract.payoutRunFile, async ({ params, caller }) => ({
    content: Buffer.from(await fetchFile(deps, caller, params.id)),
    headers: {
      'content-disposition': `attachment; filename="payouts-${params.id}.ach"`,
      'cache-control': 'no-store',
    },
  })),
  handle(runContract.confirmPayoutRun, async ({ params, caller }) => {
    await confirmRun(deps, caller, params.id);
    const run = await readRun(deps, caller.authenticated.id, params.id);
    return { message: 'The payouts are marked as paid.', run };
  }),
];

const preferenceRoutes = (deps: PayoutDeps): Route[] => [
  handle(settings.readPayoutSettings, () => readPreferences(deps.db)),
  handle(settings.savePayoutSettings, async ({ body, caller }) => {
    await savePreferences(deps, caller, body);
    return { message: 'Update successful!', settings: await readPreferences(deps.db) };
  }),
];
