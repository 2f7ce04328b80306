import * as contract from '@lintel/contract/privacy/retention';
import type { RetentionPart, RetentionRun } from '@lintel/contract/privacy/retention';
import type { Context } from '../../../platform/context.ts';
import { handle, type Route } from '../../../platform/http/route.ts';
import { fullNames } from '../../identity/index.ts';
import { countAllDue, rehearse } from './run.ts';
import { selectRuns, type RunRow } from './run-repository.ts';
import { readSettings, saveSettings } from './settings.ts';

export const retentionRoutes = (context: Context): Route[] => [
  handle(contract.readRetention, () => readSettings(context)),
  handle(contract.saveRetention, async ({ body, caller }) => ({
    message: 'Success!',
    settings: await saveSettings(context, caller, body),
  })),
  handle(contract.previewRetention, async () => {
    const parts = await countAllDue(context);
    return { at: context.clock.now().toISOString(), parts, total: sumParts(parts) };
  }),
  handle(contract.listRetentionRuns, async ({ query }) => {
    const { rows, total } = await selectRuns(context.db, query);
    const authors = rows.flatMap(({ askedBy }) => askedBy ?? []);
    const names = await fullNames(context.db, authors);
    return { data: rows.map((row) => present(row, names)), total };
  }),
  handle(contract.rehearseRetention, async ({ caller }) => {
    const row = await rehearse(context, caller);
    const { id, firstname, lastname } = caller.authenticated;
    const names = new Map([[id, `${firstname} ${lastname}`.trim()]]);
    return { message: 'Counted. Nothing was removed.', run: present(row, names) };
  }),
];

const sumParts = (parts: readonly RetentionPart[]): number =>
  parts.reduce((sum, { count }) => sum + count, 0);

const present = (row: RunRow, names: ReadonlyMap<number, string>): RetentionRun => ({
  id: row.id,
  dry: row.dry,
  state: row.endedAt === null ? 'running' : row.reason === '' ? 'done' : 'failed',
  startedAt: row.startedAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
  by: row.askedBy === null ? null : (names.get(row.askedBy) ?? ''),
  parts: row.parts,
  total: sumParts(row.parts),
  failures: row.failures,
  reason: row.reason,
});
