import { randomUUID } from 'node:crypto';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { dequeue, enqueue } from '../../platform/jobs/job.ts';
import { lockFailed, selectStranded, updateMessage } from './message-repository.ts';
import { sendKey, sendMessage } from './queue-jobs.ts';
import { queueEmail, type Draft, type EmailDeps } from './queue.ts';

type Deps = EmailDeps & { db: Database };

/**
 * Queues a failed message once more, with all its attempts. Throws `not_found` when it has not
 * failed.
 */
export async function retryFailed(deps: Deps, caller: Caller, id: number): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const message = await lockFailed(tx, id);
    if (message === undefined) throw new AppError('not_found');
    await updateMessage(tx, id, { status: 'queued', attempts: 0, settledAt: null });
    await enqueue(tx, sendMessage, { id }, { key: sendKey(id) });
    await recordAudit(tx, deps.clock, caller, {
      action: 'email.retried',
      entity: 'email-message',
      entityId: id,
      contractorId: message.contractorId,
      details: { event: message.event, reason: message.reason },
    });
  });
}

/**
 * Gives every queued message that has no job a new one. A message and its job are stored together
 * and the job goes last, so this finds only what a lost or given-up job has left behind. May run
 * twice: a message has one job.
 */
export async function resumeStranded(deps: Deps): Promise<void> {
  for (const id of await selectStranded(deps.db))
    await deps.db.transaction(async (tx) => {
      // One that failed for good has the key still, and would stay in the queue for ever.
      await dequeue(tx, sendKey(id));
      await enqueue(tx, sendMessage, { id }, { key: sendKey(id) });
    });
}

/** Sends a draft with sample data to the address of whoever signed in. */
export async function sendTest(
  deps: Deps,
  caller: Caller,
  request: { event: string; draft: Draft; sample: Record<string, unknown> },
): Promise<void> {
  const { event, draft, sample } = request;
  await deps.db.transaction(async (tx) => {
    const key = `test:${randomUUID()}`;
    await queueEmail(tx, deps, {
      event,
      key,
      data: { ...sample, to: caller.authenticated.email },
      draft,
    });
    await recordAudit(tx, deps.clock, caller, {
      action: 'email.test-sent',
      entity: 'email-event',
      entityId: event,
    });
  });
}
