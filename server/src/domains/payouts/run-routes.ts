import * as contract from '@lintel/contract/payouts/runs';
import { handle, type Route } from '../../platform/http/route.ts';
import { readRun, withNames } from './reads.ts';
import type { RunDeps } from './run-file.ts';
import { selectRuns } from './run-repository.ts';
import { leftOutText, startRun } from './runs.ts';
import { confirmRun, fetchFile } from './settle.ts';

export const runRoutes = (deps: RunDeps): Route[] => [
  handle(contract.listPayoutRuns, async ({ query: { page, limit, order } }) => {
    const { rows, total } = await selectRuns(deps.db, {
      page,
      limit,
      descending: order.descending,
    });
    return { data: await withNames(deps, rows), total };
  }),
  handle(contract.startPayoutRun, async ({ body, caller }) => {
    const { runId, leftOut } = await startRun(deps, caller, body);
    const message = `The file for the bank is ready. ${leftOutText(leftOut)}`.trim();
    return { message, run: await readRun(deps, runId) };
  }),
  handle(contract.payoutRunFile, async ({ params, caller }) => ({
    content: Buffer.from(await fetchFile(deps, caller, params.id)),
    headers: {
      'content-disposition': `attachment; filename="payouts-${params.id}.ach"`,
      'cache-control': 'no-store',
    },
  })),
  handle(contract.confirmPayoutRun, async ({ params, caller }) => {
    await confirmRun(deps, caller, params.id);
    return { message: 'The payouts are marked as paid.', run: await readRun(deps, params.id) };
  }),
];
