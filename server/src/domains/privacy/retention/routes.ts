import * as contract from '@lintel/contract/privacy/retention';
import type { RetentionPart, RetentionRun } from '@lintel/contract/privacy/retention';
import type { Database } from '../../../platform/db/connect.ts';
import { handle, type Route } from '../../../platform/http/route.ts';
import { countAllDue, rehearse, type RunDeps } from './run.ts';
import { selectRuns, type RunRow } from './run-repository.ts';
import { readSettings, saveSettings, type SettingsDeps } from './settings.ts';

export interface RetentionDeps extends RunDeps, SettingsDeps {
  namesOf(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
}

export const retentionRoutes = (deps: RetentionDeps): Route[] => [
  handle(contract.readRetention, () => readSettings(deps)),
  handle(contract.saveRetention, async ({ body, caller }) => ({
    message: 'Success!',
    settings: await saveSettings(deps, caller, body),
  })),
  handle(contract.previewRetention, async () => {
    const parts = await countAllDue(deps);
    return { at: deps.clock.now().toISOString(), parts, total: totalOf(parts) };
  }),
  handle(contract.listRetentionRuns, async ({ query }) => {
    const { rows, total } = await selectRuns(deps.db, query);
    const names = await deps.namesOf(
      deps.db,
      rows.flatMap(({ askedBy }) => askedBy ?? []),
    );
    return { data: rows.map((row) => present(row, names)), total };
  }),
  handle(contract.rehearseRetention, async ({ caller }) => {
    const row = await rehearse(deps, caller);
    const { id, firstname, lastname } = caller.authenticated;
    const names = new Map([[id, `${firstname} ${lastname}`.trim()]]);
    return { message: 'Counted. Nothing was removed.', run: present(row, names) };
  }),
];

const totalOf = (parts: readonly RetentionPart[]): number =>
  parts.reduce((sum, { count }) => sum + count, 0);

const present = (row: RunRow, names: ReadonlyMap<number, string>): RetentionRun => ({
  id: row.id,
  dry: row.dry,
  state: row.endedAt === null ? 'running' : row.reason === '' ? 'done' : 'failed',
  startedAt: row.startedAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
  by: row.askedBy === null ? null : (names.get(row.askedBy) ?? ''),
  parts: row.parts,
  total: totalOf(row.parts),
  failures: row.failures,
  reason: row.reason,
});
