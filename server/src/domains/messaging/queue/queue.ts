import type { Context } from '../../../platform/context.ts';
import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { toContractorId } from '../../../platform/db/no-contractor.ts';
import { AppError } from '../../../platform/errors.ts';
import { dequeue, enqueue } from '../../../platform/jobs/job.ts';
import { oneByOne } from '../../../platform/jobs/one-by-one.ts';
import { aboutColumns, type MessageAbout } from '../about.ts';
import { setDelivery } from './delivery.ts';
import { sendJobs, sendKey } from './jobs.ts';
import {
  insertMessage,
  lockFailed,
  selectStranded,
  type Cause,
  type MessageKey,
  type MessageValues,
} from './repository.ts';

interface NewMessage
  extends Cause, Omit<MessageValues, keyof Cause | 'aboutKind' | 'aboutId' | 'aboutPart'> {
  event: string;
  about?: MessageAbout | undefined;
  createdAt: Date;
}

/**
 * Queues a message in the caller's transaction: it is sent when that commits, and never when it
 * doesn't. Returns whether its cause didn't make one before.
 */
export async function queue(tx: Database, { about, ...message }: NewMessage): Promise<boolean> {
  const id = await insertMessage(tx, { ...message, ...aboutColumns(about) });
  if (id === null) return false;
  const { dueAt, createdAt } = message;
  const runAt = dueAt && dueAt > createdAt ? dueAt : undefined;
  await enqueueJob(tx, { ...message, id }, runAt);
  return true;
}

/** Queues a message's job, replacing an existing one; runs now unless `runAt` is given. */
export const enqueueJob = (
  tx: Database,
  { contractorId, channel, id }: MessageKey,
  runAt?: Date,
): Promise<void> =>
  enqueue(
    tx,
    sendJobs[channel],
    { contractorId, id },
    { key: sendKey(channel, id), ...(runAt && { runAt }) },
  );

/**
 * Queues a new job for each queued message without one. A message and its job are stored in one
 * transaction, so this finds only messages whose job was lost or gave up. Safe to run twice: a
 * message has one job.
 */
export async function resumeStranded({ db, log }: Context): Promise<void> {
  await oneByOne(await selectStranded(db), {
    log,
    work: (of) =>
      db.transaction(async (tx) => {
        // A job that failed for good still holds the key, and would stay in the queue forever.
        await dequeue(tx, sendKey(of.channel, of.id));
        await enqueueJob(tx, of);
      }),
    failed: ({ id }) => `Message ${id} got no new job`,
  });
}

const audited = {
  email: { action: 'email.retried', entity: 'email-message' },
  text: { action: 'text.retried', entity: 'text' },
} as const;

/**
 * Queues a failed message again, with all its attempts. Throws `not_found` when it hasn't failed.
 */
export async function retryFailed(
  context: Context,
  caller: Caller,
  of: { channel: keyof typeof audited; id: number },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const message = await lockFailed(tx, of);
    if (message === undefined || message.payload === null) throw new AppError('not_found');
    const { event, reason, contractorId } = message;
    await setDelivery(tx, context, message, { status: 'queued', attempts: 0, settledAt: null });
    await enqueueJob(tx, message);
    await recordAudit(tx, context.clock, caller, {
      ...audited[of.channel],
      entityId: of.id,
      contractorId: toContractorId(contractorId),
      details: of.channel === 'text' ? { about: event, reason } : { event, reason },
    });
  });
}
