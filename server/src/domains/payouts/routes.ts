import type { Context } from '../../platform/context.ts';
import * as methodContract from '@lintel/contract/payouts/method';
import * as runContract from '@lintel/contract/payouts/runs';
import * as settings from '@lintel/contract/payouts/settings';
import { handle, type Route } from '../../platform/http/route.ts';
import { toDollars } from '../../platform/money.ts';
import { readMethod, saveMethod } from './methods.ts';
import { selectManaged, selectOwn } from './payout-repository.ts';
import { examineStale } from './prepare.ts';
import { methodSummary, presentManaged, presentPayout } from './present.ts';
import { notReleasableBy, readEarnings, readManaged, readRun, withNames } from './reads.ts';
import { returnPayout } from './runs/returns.ts';
import { leftOutText } from './runs/file.ts';
import { preparedText, prepareRun } from './runs/prepare-run.ts';
import { cancelRun, releaseRun } from './runs/release.ts';
import { selectRuns } from './runs/repository.ts';
import { confirmRun, fetchFile } from './runs/runs.ts';
import { readPreferences, savePreferences } from './settings.ts';
import { w9ReviewRoutes, w9Routes } from './w9/routes.ts';

export const payoutRoutes = (context: Context): Route[] => [
  ...methodRoutes(context),
  ...w9Routes(context),
  ...w9ReviewRoutes(context),
  ...payoutListRoutes(context),
  ...preferenceRoutes(context),
  ...runRoutes(context),
];

const methodRoutes = (context: Context): Route[] => [
  handle(
    methodContract.readPayoutMethod,
    async ({ owned }) => (await readMethod(context, owned.contractorId)) ?? {},
  ),
  handle(methodContract.savePayoutMethod, async ({ body: { id: _id, ...form }, caller, owned }) => {
    const payout = await saveMethod(context, caller, owned.contractorId, form);
    const { routingNumber, accNumber } = payout;
    return { message: 'Update successful!', routingNumber, accNumber, payout };
  }),
  handle(methodContract.readAch, async ({ owned }) => {
    const method = await readMethod(context, owned.contractorId);
    return method === null ? {} : methodSummary(method);
  }),
];

const payoutListRoutes = (context: Context): Route[] => [
  handle(runContract.listPayouts, async ({ query: { page, limit, order }, owned }) => {
    await examineStale(context, owned.contractorId);
    const { rows, total } = await selectOwn(context.db, owned.contractorId, {
      page,
      limit,
      descending: order.descending,
    });
    return { data: rows.map(presentPayout), total };
  }),
  handle(runContract.readEarnings, ({ owned }) => readEarnings(context, owned.contractorId)),
  handle(runContract.listManagedPayouts, async ({ query: { filters, ...view } }) => {
    await examineStale(context);
    const asOf = context.clock.now().toISOString();
    const { rows, total, totalCents } = await selectManaged(context.db, { ...view, ...filters });
    return { data: rows.map(presentManaged), total, totalAmount: toDollars(totalCents), asOf };
  }),
  handle(runContract.returnPayout, async ({ params, body, caller }) => {
    await returnPayout(context, caller, params.id, body.code);
    return {
      message: 'The payout was recorded as returned.',
      payout: await readManaged(context, params.id),
    };
  }),
];

const runRoutes = (context: Context): Route[] => [
  handle(runContract.listPayoutRuns, async ({ query, caller }) => {
    const { page, limit, order, releasable } = query;
    const userId = caller.authenticated.id;
    const waitingBut = releasable ? await notReleasableBy(context.db, userId) : undefined;
    const view = { page, limit, descending: order.descending, waitingBut };
    const { rows, total } = await selectRuns(context.db, view);
    return { data: await withNames(context, userId, rows), total };
  }),
  handle(runContract.preparePayoutRun, async ({ body, caller }) => {
    const prepared = await prepareRun(context, caller, body);
    const run = await readRun(context, caller.authenticated.id, prepared.runId);
    return { message: preparedText(prepared), run };
  }),
  handle(runContract.releasePayoutRun, async ({ params, caller }) => {
    const leftOut = await releaseRun(context, caller, params.id);
    const message = `The file for the bank is ready. ${leftOutText(leftOut)}`.trim();
    return { message, run: await readRun(context, caller.authenticated.id, params.id) };
  }),
  handle(runContract.cancelPayoutRun, async ({ params, caller }) => {
    await cancelRun(context, caller, params.id);
    const message = 'The run was canceled. Its payouts can be paid in another run.';
    return { message, run: await readRun(context, caller.authenticated.id, params.id) };
  }),
  handle(runContract.payoutRunFile, async ({ params, caller }) => ({
    content: Buffer.from(await fetchFile(context, caller, params.id)),
    headers: {
      'content-disposition': `attachment; filename="payouts-${params.id}.ach"`,
      'cache-control': 'no-store',
    },
  })),
  handle(runContract.confirmPayoutRun, async ({ params, caller }) => {
    await confirmRun(context, caller, params.id);
    const run = await readRun(context, caller.authenticated.id, params.id);
    return { message: 'The payouts are marked as paid.', run };
  }),
];

const preferenceRoutes = (context: Context): Route[] => [
  handle(settings.readPayoutSettings, () => readPreferences(context.db)),
  handle(settings.savePayoutSettings, async ({ body, caller }) => {
    await savePreferences(context, caller, body);
    return { message: 'Update successful!', settings: await readPreferences(context.db) };
  }),
];
