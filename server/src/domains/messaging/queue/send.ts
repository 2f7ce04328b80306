import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import type { RowKey } from '../../../platform/db/queries.ts';
import { MissingRow } from '../../../platform/jobs/job.ts';
import type { Attempt, Channel, Outcome, Settlement } from './channel.ts';
import { setDelivery } from './delivery.ts';
import { enqueueJob } from './queue.ts';
import { lockQueued, readStatus, updateMessage, type MessageRow } from './repository.ts';

/**
 * Sends a queued message and stores the outcome. Safe to run twice: a settled message is left
 * alone, and a message that another worker holds is retried later. A crash can only repeat the
 * attempt in progress. A message that is due later queues its own retry.
 */
export async function sendQueued(context: Context, channel: Channel, of: RowKey): Promise<void> {
  try {
    await attempt(context, channel, of);
  } catch (error) {
    await giveUp(context, channel, { of, error });
  }
}

async function attempt(context: Context, channel: Channel, of: RowKey): Promise<void> {
  const begun = await context.db.transaction((tx) => begin(tx, context, channel, of));
  if (begun === null) return;
  const early = await channel.prepare(context, begun.message);
  await context.db.transaction(async (tx) => {
    const message = await take(tx, channel, of);
    if (message === undefined) return;
    const outcome = early ?? (await channel.handOver(tx, context, { ...begun, message }));
    await settle(tx, context, { channel, message }, outcome);
  });
}

/** Records the start of an attempt; null when there is nothing to send now. */
async function begin(
  tx: Database,
  context: Context,
  channel: Channel,
  of: RowKey,
): Promise<Attempt | null> {
  const message = await take(tx, channel, of);
  if (message === undefined) return null;
  const now = context.clock.now();
  const dueAt = await channel.earliest?.(tx, now, message);
  if (dueAt !== undefined && dueAt > now) {
    await setDelivery(tx, context, message, { dueAt });
    await enqueueJob(tx, message, dueAt);
    return null;
  }
  const { unclearSince } = message;
  const values = { attempts: message.attempts + 1, unclearSince: unclearSince ?? now };
  await updateMessage(tx, of, values);
  return { message: { ...message, ...values }, unclearSince };
}

/**
 * A queued message, locked until the transaction ends; undefined when it is settled. Throws while
 * another worker holds it: that worker may still fail, and a job that ends here would be lost. Also
 * throws when the message is missing.
 */
async function take(
  tx: Database,
  { name: channel }: Channel,
  of: RowKey,
): Promise<MessageRow | undefined> {
  const message = await lockQueued(tx, { ...of, channel });
  if (message !== undefined) return message;
  const status = await readStatus(tx, { ...of, channel });
  if (status === undefined) throw new MissingRow('The message');
  if (status === 'queued') throw new HeldElsewhere();
  return undefined;
}

class HeldElsewhere extends Error {
  constructor() {
    super('Another worker holds the message');
  }
}

/**
 * After any error at the last attempt, staff find the message among the failed ones. Throws `error`
 * again when another attempt is due.
 */
async function giveUp(
  context: Context,
  channel: Channel,
  { of, error }: { of: RowKey; error: unknown },
): Promise<void> {
  const isSettled =
    !(error instanceof HeldElsewhere) &&
    (await context.db.transaction(async (tx) => {
      const message = await lockQueued(tx, { ...of, channel: channel.name });
      if (message === undefined || message.attempts < channel.maxAttempts) return false;
      await settle(tx, context, { channel, message }, { status: 'failed', reason: unexpected });
      return true;
    }));
  if (!isSettled) throw error;
  context.log.error(
    { err: error },
    `message ${of.id} failed for good after ${channel.maxAttempts} attempts`,
  );
}

/** The error goes to the log only, because it may contain a statement's parameters. */
const unexpected = 'An unexpected error occurred on the server. See its log.';

interface SendTask {
  channel: Channel;
  message: MessageRow;
}

async function settle(
  tx: Database,
  context: Context,
  { channel, message }: SendTask,
  outcome: Outcome,
): Promise<void> {
  if (outcome.status !== 'queued') return close(tx, context, { channel, message }, outcome);
  const { reason, seconds = 0, atLast = reason, isClear = false } = outcome;
  if (message.attempts >= channel.maxAttempts)
    return close(tx, context, { channel, message }, { status: 'failed', reason: atLast });
  const wait = Math.max(seconds, channel.pause(message.attempts));
  const dueAt = new Date(context.clock.now().getTime() + wait * 1000);
  const values = { dueAt, reason, ...(isClear && { unclearSince: null }) };
  await setDelivery(tx, context, message, values);
  await enqueueJob(tx, message, dueAt);
}

/** A failed message keeps its encrypted payload, so that it can be sent again. */
async function close(
  tx: Database,
  context: Context,
  { channel, message }: SendTask,
  { status, reason, toSender, values }: Settlement,
): Promise<void> {
  await setDelivery(tx, context, message, {
    status,
    toSender,
    dueAt: null,
    settledAt: context.clock.now(),
    ...(reason !== undefined && { reason }),
    ...(status === 'failed'
      ? channel.kept?.(context, message)
      : { payload: null, unclearSince: null }),
    ...values,
  });
}
