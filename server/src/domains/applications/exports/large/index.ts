import {
  downloadLargeExport,
  listLargeExports,
  removeLargeExport,
  retryLargeExport,
} from '@lintel/contract/applications/large-exports';
import type { Context } from '../../../../platform/context.ts';
import type { Database } from '../../../../platform/db/connect.ts';
import type { FileKind } from '../../../../platform/files/sweep-jobs.ts';
import { handle } from '../../../../platform/http/route.ts';
import { onJob } from '../../../../platform/jobs/job.ts';
import type { PartWithRows } from '../../../../platform/part.ts';
import { retryExport } from './request.ts';
import { downloadExport, expireExport, listExports, removeExport } from './stored-exports.ts';
import { parseFileKey, runLargeExport } from './make.ts';
import { expireLargeExport, makeLargeExport, removeExportFiles } from './queue-jobs.ts';
import { findExport, livingExports } from './repository.ts';

export { startLargeExport } from './request.ts';

export const preparing = "We're preparing your export. We'll e-mail you when it's ready.";

/** Large exports, which a job makes: routes, ownership, jobs, and files. */
export function largeExports(context: Context): PartWithRows<'applicationExport'> {
  const { db, files } = context;
  return {
    routes: [
      handle(listLargeExports, async ({ owned, caller }) => ({
        data: await listExports(context, caller, owned.contractorId),
      })),
      handle(downloadLargeExport, ({ owned, caller }) =>
        downloadExport(context, caller, toExportIds(owned)),
      ),
      handle(retryLargeExport, async ({ owned }) => ({
        message: preparing,
        data: await retryExport(context, toExportIds(owned)),
      })),
      handle(removeLargeExport, async ({ owned }) => {
        await removeExport(context, toExportIds(owned));
        return { message: 'The export has been removed.' };
      }),
    ],
    finders: {
      applicationExport: async ({ user: { contractorId }, authenticated }, exportId) =>
        contractorId !== null &&
        (await findExport(db, { contractorId, exportId }))?.askedBy === authenticated.id,
    },
    jobs: [
      onJob(makeLargeExport, (ids) => runLargeExport(context, ids)),
      onJob(expireLargeExport, (ids) => expireExport(context, ids)),
      onJob(removeExportFiles, async ({ keys }) => {
        for (const key of keys) await files.remove(key);
      }),
    ],
    files: [exportFiles(context)],
  };
}

const toExportIds = (owned: { contractorId: number; applicationExportId: string }) => ({
  contractorId: owned.contractorId,
  exportId: owned.applicationExportId,
});

/** Export files. An export in progress needs all files its runs have written. */
const exportFiles = ({ clock }: Context): FileKind => ({
  owns: (key) => parseFileKey(key) !== null,
  named: (tx, keys) => namedFiles(tx, keys, clock.now()),
  days: 1,
});

async function namedFiles(tx: Database, keys: readonly string[], now: Date): Promise<string[]> {
  const owners = keys.flatMap((key) => {
    const owner = parseFileKey(key);
    return owner === null ? [] : [{ key, ...owner }];
  });
  const needed: string[] = [];
  for (const contractorId of new Set(owners.map((one) => one.contractorId))) {
    const own = owners.filter((one) => one.contractorId === contractorId);
    const ids = own.map(({ exportId }) => exportId);
    const living = new Map(
      (await livingExports(tx, contractorId, ids, now)).map((one) => [one.exportId, one]),
    );
    for (const { key, exportId } of own) {
      const one = living.get(exportId);
      if (one !== undefined && (one.state !== 'ready' || one.fileKey === key)) needed.push(key);
    }
  }
  return needed;
}
