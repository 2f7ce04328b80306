import { randomUUID } from 'node:crypto';
import { largeExportLimits, type LargeExport } from '@lintel/contract/applications/large-exports';
import { recordAudit, type Caller } from '../../../../platform/audit/audit.ts';
import type { Context } from '../../../../platform/context.ts';
import type { Database } from '../../../../platform/db/connect.ts';
import { AppError } from '../../../../platform/errors.ts';
import { enqueue } from '../../../../platform/jobs/job.ts';
import {
  requireSheetRoom,
  type SheetFormat,
} from '../../../../platform/spreadsheet/spreadsheet.ts';
import { lockContractor } from '../../../contractors/index.ts';
import { countReport } from '../../contractor-view/index.ts';
import { exportSizes } from '../sizes.ts';
import { hoursAfter, presentExport, exportState } from './stored-exports.ts';
import { expireLargeExport, jobKeys, makeLargeExport, type ExportIds } from './queue-jobs.ts';
import {
  selectExports,
  insertExport,
  lockExport,
  sameExports,
  setExport,
  type ExportRow,
} from './repository.ts';
import type { RequestedRows } from './tables.ts';

/** Hours after which an unfinished export is abandoned. */
const longestHours = 48;

interface ExportRequest extends RequestedRows {
  format: SheetFormat;
  /** With its extension. */
  fileName: string;
  /** Current number of rows. */
  rows: number;
  /** Names of the set filters. */
  filters: readonly string[];
}

/**
 * Starts a large export. While the same account waits for the same rows in the same format, returns
 * that export. Throws `export_limit` at the contractor's limit.
 */
export async function startLargeExport(
  { db, clock }: Context,
  caller: Caller,
  { filters, filter, order, ...wanted }: ExportRequest,
): Promise<LargeExport> {
  const { contractorId } = filter;
  const askedBy = caller.authenticated.id;
  return db.transaction(async (tx) => {
    await lockContractor(tx, contractorId);
    const now = clock.now();
    const selection = { filter, order };
    for (const same of await sameExports(tx, {
      contractorId,
      askedBy,
      asked: selection,
      ...wanted,
    })) {
      const shown = await presentExport(tx, same, now);
      if (shown.state === 'preparing') return shown;
    }
    await requireRoom(tx, { contractorId }, now);
    const row = await insertExport(tx, {
      ...wanted,
      contractorId,
      exportId: randomUUID(),
      askedBy,
      askedAt: now,
      asked: selection,
      state: 'preparing',
      expiresAt: hoursAfter(now, longestHours),
    });
    await queue(tx, row);
    await recordAudit(tx, clock, caller, {
      action: 'applications.exported',
      entity: 'applications',
      entityId: row.exportId,
      details: { rows: wanted.rows, format: wanted.format, filters },
    });
    return presentExport(tx, row, now);
  });
}

/** Throws at the contractor's limit of exports in progress or stored. */
async function requireRoom(
  tx: Database,
  { contractorId, besides }: { contractorId: number; besides?: string },
  now: Date,
): Promise<void> {
  const counts = { preparing: 0, ready: 0, failed: 0, expired: 0 };
  for (const row of await selectExports(tx, { contractorId }))
    if (row.exportId !== besides) counts[await exportState(tx, row, now)] += 1;
  const { preparing, ready } = counts;
  if (preparing >= largeExportLimits.atOnce || preparing + ready >= largeExportLimits.kept)
    throw new AppError('export_limit');
}

async function queue(tx: Database, row: ExportRow): Promise<void> {
  const { contractorId, exportId, expiresAt } = row;
  const { make, expire } = jobKeys(row);
  const which = { contractorId, exportId };
  await enqueue(tx, makeLargeExport, which, { key: make });
  await enqueue(tx, expireLargeExport, which, { key: expire, runAt: expiresAt });
}

/**
 * Retries a failed export with the current rows; any other stays unchanged. Throws `invalid` when a
 * workbook can't hold the rows.
 */
export async function retryExport(context: Context, ids: ExportIds): Promise<LargeExport> {
  const { db, clock } = context;
  const { contractorId, exportId: besides } = ids;
  return db.transaction(async (tx) => {
    await lockContractor(tx, contractorId);
    const row = await lockExport(tx, ids);
    if (row === undefined) throw new AppError('not_found');
    const now = clock.now();
    const shown = await presentExport(tx, row, now);
    if (shown.state !== 'failed') return shown;
    await requireRoom(tx, { contractorId, besides }, now);
    const rows = await countReport(tx, row.asked.filter);
    requireSheetRoom(row.format, rows, exportSizes(context).mostSheetRows);
    const again = {
      state: 'preparing',
      rows,
      rowsMade: 0,
      tries: 0,
      expiresAt: hoursAfter(now, longestHours),
    } as const;
    await setExport(tx, ids, again);
    await queue(tx, { ...row, ...again });
    return presentExport(tx, { ...row, ...again }, now);
  });
}
