import { randomUUID } from 'node:crypto';
import { dayMs } from '@lintel/contract/core/durations';
import { companyExportDays, type CompanyExport } from '@lintel/contract/company-data/export';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { dayIn } from '../../platform/days.ts';
import { AppError } from '../../platform/errors.ts';
import { madeFileAnswer } from '../../platform/files/made-file.ts';
import type { FileAnswer } from '../../platform/http/route.ts';
import { enqueue, isQueued } from '../../platform/jobs/job.ts';
import { lockContractor, readContractorZone } from '../contractors/index.ts';
import { makeExport } from './queue-jobs.ts';
import { findExport, putExport, type ExportRow } from './repository.ts';

/** Expiry of an export that became ready at `at`. */
export const exportExpiry = (at: Date): Date => new Date(at.getTime() + companyExportDays * dayMs);

const isOver = ({ state, fileKey, expiresAt }: ExportRow, now: Date): boolean =>
  state === 'ready' && (fileKey === null || expiresAt === null || expiresAt <= now);

function present(row: ExportRow, now: Date): CompanyExport {
  const state = isOver(row, now) ? 'expired' : row.state;
  const isReady = state === 'ready';
  return {
    state,
    askedAt: row.askedAt.toISOString(),
    bytes: isReady ? row.bytes : null,
    expiresAt: isReady ? (row.expiresAt?.toISOString() ?? null) : null,
  };
}

/** Status of a contractor's last export. */
export async function readExport(
  { db, clock }: Context,
  contractorId: number,
): Promise<CompanyExport | null> {
  const row = await findExport(db, contractorId);
  return row === undefined ? null : present(row, clock.now());
}

/** Key of an export's only job. */
const jobKey = (contractorId: number): string => `${makeExport.id}:${contractorId}`;

/**
 * Starts an export, unless one is in progress, which is returned instead. The previous export can
 * no longer be downloaded.
 */
export async function requestExport(
  { db, clock }: Context,
  caller: Caller,
  contractorId: number,
): Promise<CompanyExport> {
  return db.transaction(async (tx) => {
    await lockContractor(tx, contractorId);
    const last = await findExport(tx, contractorId);
    const key = jobKey(contractorId);
    // Restart an export whose job was lost.
    if (last?.state === 'preparing' && (await isQueued(tx, key))) return present(last, clock.now());
    const exportId = randomUUID();
    const askedAt = clock.now();
    const row = await putExport(tx, {
      contractorId,
      exportId,
      askedBy: caller.user.id,
      askedAt,
    });
    await enqueue(tx, makeExport, { contractorId, exportId }, { key });
    await recordAudit(tx, clock, caller, {
      action: 'company-data.asked',
      entity: 'company-data',
      entityId: exportId,
      contractorId,
    });
    return present(row, askedAt);
  });
}

/** Downloads the export. Throws `not_found` when none is ready or it expired. */
export async function downloadExport(
  { db, clock, files, config }: Context,
  caller: Caller,
  contractorId: number,
): Promise<FileAnswer> {
  const row = await findExport(db, contractorId);
  const zone = await readContractorZone(db, contractorId, config.BUSINESS_TIME_ZONE);
  const now = clock.now();
  if (row?.state !== 'ready' || row.fileKey === null || isOver(row, now))
    throw new AppError('not_found');
  const file = {
    key: row.fileKey,
    bytes: row.bytes ?? 0,
    name: `company-data-${contractorId}-${dayIn(row.askedAt, zone)}.zip`,
    type: 'application/zip',
  };
  return madeFileAnswer(files, file, () =>
    recordAudit(db, clock, caller, {
      action: 'company-data.downloaded',
      entity: 'company-data',
      entityId: row.exportId,
      contractorId,
      details: { bytes: row.bytes },
    }),
  );
}
