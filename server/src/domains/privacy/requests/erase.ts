import { sql } from 'drizzle-orm';
import { recordAudit, type AuditActor } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { hashSecret, sign } from '../../../platform/crypto/secrets.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { dayText } from '../../../platform/days.ts';
import { enqueue } from '../../../platform/jobs/job.ts';
import type { ErasureRequest, RetainedDataTexts, RemovedAt } from '../../../platform/persons.ts';
import { companyNames } from '../../contractors/index.ts';
import { applicationContacts } from '../../identity/index.ts';
import { notify } from '../../messaging/index.ts';
import { storeErasureFile } from './queue-jobs.ts';
import { dropCopies } from './repository.ts';
import { erasures } from './tables.ts';

/** Deleted addresses are stored as keyed hashes. */
export const hashAddress = ({ keys }: Context, email: string): string =>
  sign(keys.derive('erased address'), email.trim().toLowerCase());

export interface ErasureResult {
  found: { what: string; count: number }[];
  kept: RetainedDataTexts[];
  waits: boolean;
}

/**
 * Deletes the data of an address that needn't be kept, in the caller's transaction, notifies the
 * affected contractors, and records the address as a hash, so that the deletion can be replayed
 * after a restore. Repeating it handles what is left.
 */
export async function eraseAddress(
  tx: Database,
  context: Context,
  { by, ...erasing }: ErasureRequest & { by: AuditActor },
): Promise<ErasureResult> {
  const { personSources, emit } = context;
  const erased: ErasureResult = { found: [], kept: [], waits: false };
  const removedAt: RemovedAt[] = [];
  for (const source of personSources) {
    const done = await source.erase(tx, erasing, emit);
    erased.found.push({ what: source.name, count: done.count });
    erased.kept.push(...done.kept);
    erased.waits ||= done.waits;
    removedAt.push(...done.removedAt);
  }
  await dropCopies(tx, { email: erasing.email });
  await remember(tx, hashAddress(context, erasing.email), erasing.until);
  for (const removed of removedAt)
    await notifyContractor(tx, context, removed, { by, now: erasing.now });
  return erased;
}

/** Records a deletion in the database, and in a job for the file store. */
async function remember(tx: Database, hash: string, until: Date): Promise<void> {
  await noteErasure(tx, hash, until);
  await enqueue(
    tx,
    storeErasureFile,
    { hash, until: until.toISOString() },
    { key: `erasure:${hash}` },
  );
}

/** Records a deletion; the latest time of an address counts. */
export async function noteErasure(tx: Database, hash: string, until: Date): Promise<void> {
  await tx
    .insert(erasures)
    .values({ hash, until })
    .onConflictDoUpdate({
      target: erasures.hash,
      set: { until: sql`greatest(${erasures.until}, excluded.until)` },
    });
}

/** Notifies a contractor's users, who may also keep the customer elsewhere. */
async function notifyContractor(
  tx: Database,
  context: Context,
  { contractorId, applicationIds, personName }: RemovedAt,
  { by, now }: { by: AuditActor; now: Date },
): Promise<void> {
  const { clock, config } = context;
  const key = hashSecret(`${contractorId} ${applicationIds.join(' ')}`).slice(0, 32);
  const names = await companyNames(tx, [contractorId]);
  const company = { name: names.get(contractorId) ?? '' };
  for (const { userId, firstname, lastname, email } of await applicationContacts(tx, contractorId))
    await notify(tx, context, {
      event: 'privacy-removed',
      key: `privacy-removed:${key}:${userId}`,
      contractorId,
      data: {
        user: { firstname, lastname, email },
        company,
        link: `${config.publicUrl}/reports-applications`,
        removed: {
          name: personName === '' ? 'A customer' : personName,
          applications: applicationIds.join(', '),
          on: dayText(now, config.BUSINESS_TIME_ZONE),
        },
      },
    });
  await recordAudit(tx, clock, by, {
    action: 'privacy-request.removed',
    entity: 'applications',
    contractorId,
    details: { applications: applicationIds },
  });
}

/**
 * Repeats a deletion after a restore, or once a blocked one can finish; the contractor was notified
 * before.
 */
export const eraseQuietly = (
  { db, personSources, emit }: Context,
  erasing: ErasureRequest,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    let waits = false;
    for (const source of personSources)
      if ((await source.erase(tx, erasing, emit)).waits) waits = true;
    return waits;
  });
