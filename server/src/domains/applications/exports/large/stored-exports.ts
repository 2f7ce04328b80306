import { hourMs } from '@lintel/contract/core/durations';
import { largeExportHours, type LargeExport } from '@lintel/contract/applications/large-exports';
import { recordAudit, type Caller } from '../../../../platform/audit/audit.ts';
import type { Context } from '../../../../platform/context.ts';
import type { Database } from '../../../../platform/db/connect.ts';
import { AppError } from '../../../../platform/errors.ts';
import { madeFileAnswer } from '../../../../platform/files/made-file.ts';
import type { FileAnswer } from '../../../../platform/http/route.ts';
import { dequeue, enqueue, isQueued } from '../../../../platform/jobs/job.ts';
import { sheetTypes } from '../../../../platform/spreadsheet/spreadsheet.ts';
import { expireLargeExport, jobKeys, removeExportFiles, type ExportIds } from './queue-jobs.ts';
import {
  deleteExport,
  selectExports,
  findExport,
  lockExport,
  setExport,
  type ExportRow,
} from './repository.ts';

export const hoursAfter = (at: Date, hours: number): Date =>
  new Date(at.getTime() + hours * hourMs);
const isOver = ({ expiresAt }: ExportRow, now: Date): boolean => expiresAt <= now;

/** An export whose job was lost has failed, whatever its row contains. */
export async function exportState(
  db: Database,
  row: ExportRow,
  now: Date,
): Promise<LargeExport['state']> {
  if (isOver(row, now)) return 'expired';
  if (row.state !== 'preparing') return row.state;
  return (await isQueued(db, jobKeys(row).make)) ? 'preparing' : 'failed';
}

export async function presentExport(db: Database, row: ExportRow, now: Date): Promise<LargeExport> {
  const state = await exportState(db, row, now);
  const isReady = state === 'ready';
  const { exportId, fileName, rows, rowsMade, askedAt, bytes, expiresAt } = row;
  return {
    exportId,
    state,
    fileName,
    rows,
    rowsMade,
    askedAt: askedAt.toISOString(),
    bytes: isReady ? bytes : null,
    expiresAt: isReady ? expiresAt.toISOString() : null,
  };
}

/** An account's exports of a contractor, newest first. */
export async function listExports(
  { db, clock }: Context,
  caller: Caller,
  contractorId: number,
): Promise<LargeExport[]> {
  const rows = await selectExports(db, { contractorId, askedBy: caller.authenticated.id });
  const shown: LargeExport[] = [];
  for (const row of rows) shown.push(await presentExport(db, row, clock.now()));
  return shown;
}

/** Cancels or removes an export: deletes its row, then its file. */
export async function removeExport({ db }: Context, ids: ExportIds): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockExport(tx, ids);
    if (row === undefined) return;
    const { make, expire } = jobKeys(ids);
    await dequeue(tx, make);
    await dequeue(tx, expire);
    await discard(tx, row);
  });
}

/** Deletes an export and schedules the deletion of its file. */
async function discard(tx: Database, row: ExportRow): Promise<void> {
  await deleteExport(tx, row);
  await removeLater(tx, row.fileKey);
}

export async function removeLater(tx: Database, key: string | null): Promise<void> {
  if (key !== null) await enqueue(tx, removeExportFiles, { keys: [key] });
}

/** An export as a download. Throws `not_found` when it isn't ready or has expired. */
export async function downloadExport(
  { db, clock, files }: Context,
  caller: Caller,
  ids: ExportIds,
): Promise<FileAnswer> {
  const row = await findExport(db, ids);
  if (row?.state !== 'ready' || row.fileKey === null || isOver(row, clock.now()))
    throw new AppError('not_found');
  const { fileKey: key, bytes, fileName: name, format, rows } = row;
  const file = { key, bytes: bytes ?? 0, name, type: sheetTypes[format] };
  return madeFileAnswer(files, file, () =>
    recordAudit(db, clock, caller, {
      action: 'applications.export-downloaded',
      entity: 'applications',
      entityId: row.exportId,
      details: { rows, bytes, format },
    }),
  );
}

/**
 * Deletes the file of an expired export, and the export itself a day later. Safe to run twice: what
 * isn't due yet is rescheduled.
 */
export async function expireExport({ db, clock }: Context, ids: ExportIds): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockExport(tx, ids);
    if (row === undefined) return;
    const now = clock.now();
    const forgottenAt = hoursAfter(row.expiresAt, largeExportHours);
    if (forgottenAt <= now) return discard(tx, row);
    if (isOver(row, now)) {
      await removeLater(tx, row.fileKey);
      await setExport(tx, ids, { state: 'expired', fileKey: null });
      await dequeue(tx, jobKeys(ids).make);
    }
    const runAt = isOver(row, now) ? forgottenAt : row.expiresAt;
    await enqueue(tx, expireLargeExport, ids, { key: jobKeys(ids).expire, runAt });
  });
}
