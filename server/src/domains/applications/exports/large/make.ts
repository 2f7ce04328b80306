import { largeExportHours } from '@lintel/contract/applications/large-exports';
import type { Context } from '../../../../platform/context.ts';
import type { Database } from '../../../../platform/db/connect.ts';
import { momentText } from '../../../../platform/days.ts';
import { AppError } from '../../../../platform/errors.ts';
import { writeMeasured } from '../../../../platform/files/made-file.ts';
import { MissingRow, enqueue } from '../../../../platform/jobs/job.ts';
import type { Batches } from '../../../../platform/spreadsheet/cells.ts';
import { requireSheetRoom, sheetContent } from '../../../../platform/spreadsheet/spreadsheet.ts';
import { contractorZone } from '@lintel/contract/core/time-zones';
import { contractorPlan } from '../../../contractors/index.ts';
import { notify } from '../../../messaging/index.ts';
import { exportColumns, exportRows } from '../rows.ts';
import { countReport } from '../../contractor-view/index.ts';
import { exportSizes } from '../sizes.ts';
import { hoursAfter, removeLater } from './stored-exports.ts';
import { expireLargeExport, jobKeys, type ExportIds } from './queue-jobs.ts';
import { beginRun, findExport, setRunning, type ExportRow } from './repository.ts';

const mostTries = 3;

/** Each run writes its own file, so that runs don't overwrite each other's. */
const fileKey = ({ contractorId, exportId, runs, format }: ExportRow): string =>
  `application-exports/${contractorId}/${exportId}-${runs}.${format}`;

/** Finds a file's export by its key. */
export function parseFileKey(key: string): ExportIds | null {
  const found = /^application-exports\/(\d{1,10})\/([0-9a-f-]{36})-\d+\.[a-z]+$/.exec(key);
  return found === null ? null : { contractorId: Number(found[1]), exportId: found[2] ?? '' };
}

/**
 * Makes an export from the beginning. Safe to run twice, also in parallel: only the latest run
 * publishes its file.
 */
export async function runLargeExport(context: Context, ids: ExportIds): Promise<void> {
  const { db, log } = context;
  const begun = await beginRun(db, ids);
  if (begun === undefined) {
    if ((await findExport(db, ids)) === undefined) throw new MissingRow('The export');
    return;
  }
  // Earlier runs ended with their process.
  if (begun.tries > mostTries) return giveUp(context, begun);
  try {
    await makeFile(context, begun);
  } catch (error) {
    log.error({ err: error }, `Application export ${ids.exportId} failed`);
    // A retry would also have too many rows for a workbook; `retry` gives the reason.
    if (begun.tries < mostTries && !(error instanceof AppError)) throw error;
    await giveUp(context, begun);
  }
}

async function giveUp({ db, clock }: Context, row: ExportRow): Promise<void> {
  const { contractorId, exportId } = row;
  const expiresAt = hoursAfter(clock.now(), largeExportHours);
  await db.transaction(async (tx) => {
    const set = await setRunning(tx, row, { state: 'failed', expiresAt });
    if (set === undefined) return;
    const at = { key: jobKeys(row).expire, runAt: expiresAt };
    await enqueue(tx, expireLargeExport, { contractorId, exportId }, at);
  });
}

/** Stops the run of an export that was canceled or taken over by a later run. */
class SupersededError extends Error {}

async function makeFile(context: Context, row: ExportRow): Promise<void> {
  const { db, files } = context;
  const rows = await countReport(db, row.asked.filter);
  requireSheetRoom(row.format, rows, exportSizes(context).mostSheetRows);
  if ((await setRunning(db, row, { rows, rowsMade: 0 })) === undefined) return;
  const progress = { made: 0, isOvertaken: false };
  const content = sheetContent(row.format, {
    sheetName: 'Applications',
    columns: exportColumns,
    rows: countedRows(context, row, progress),
  });
  const key = fileKey(row);
  try {
    const bytes = await writeMeasured(files, key, content);
    await publish(context, row, { key, bytes, rows: progress.made });
  } catch (error) {
    if (!progress.isOvertaken) throw error;
  } finally {
    // An unfinished read would hold its connection.
    content.destroy();
  }
}

async function* countedRows(
  context: Context,
  row: ExportRow,
  progress: { made: number; isOvertaken: boolean },
): Batches {
  const { db, clock, database } = context;
  const { progressRows } = exportSizes(context);
  let noted = 0;
  for await (const rows of exportRows(database, { ...row.asked, now: clock.now() })) {
    yield rows;
    progress.made += rows.length;
    if (progress.made - noted < progressRows) continue;
    noted = progress.made;
    if ((await setRunning(db, row, { rowsMade: noted })) !== undefined) continue;
    progress.isOvertaken = true;
    throw new SupersededError('The export is no longer made by this run');
  }
}

/** Makes the file available and notifies the account that requested it. */
async function publish(
  context: Context,
  row: ExportRow,
  { key, bytes, rows }: { key: string; bytes: number; rows: number },
): Promise<void> {
  const { db, clock } = context;
  await db.transaction(async (tx) => {
    const expiresAt = hoursAfter(clock.now(), largeExportHours);
    const ready = { state: 'ready', fileKey: key, bytes, rows, rowsMade: rows, expiresAt } as const;
    if ((await setRunning(tx, row, ready)) === undefined) return removeLater(tx, key);
    const { contractorId, exportId } = row;
    const at = { key: jobKeys(row).expire, runAt: expiresAt };
    await enqueue(tx, expireLargeExport, { contractorId, exportId }, at);
    await notifyAuthor(tx, context, { ...row, ...ready });
  });
}

async function notifyAuthor(tx: Database, context: Context, row: ExportRow): Promise<void> {
  const { accounts, config } = context;
  const { contractorId, exportId, askedBy, fileName, rows, expiresAt } = row;
  const account = await accounts.accountOf(tx, askedBy);
  if (account === null) return;
  const { email, firstname, lastname } = account;
  const { contractor } = await contractorPlan(tx, contractorId);
  const timeZone = contractorZone(contractor, config.BUSINESS_TIME_ZONE);
  await notify(tx, context, {
    event: 'applications-export-ready',
    key: `applications-export-ready:${exportId}`,
    contractorId,
    data: {
      user: { firstname, lastname, email },
      to: email,
      company: { name: contractor.companyName },
      report: { file: fileName, rows: rows.toLocaleString('en-US') },
      link: `${config.publicUrl}/reports-applications?exports=open`,
      until: momentText(expiresAt, timeZone),
    },
  });
}
