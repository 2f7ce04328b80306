import { cannotReceive } from '@lintel/contract/emails/constants';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { contractorOf } from '../../../platform/db/no-contractor.ts';
import type { RowOfContractor } from '../../../platform/db/queries.ts';
import { errorOf } from '../../../platform/errors.ts';
import { MissingRow } from '../../../platform/jobs/job.ts';
import { MailRefused, type OutgoingMail } from '../../../platform/mail/transport.ts';
import { emitDelivery } from '../events.ts';
import {
  countAttempt,
  lockQueued,
  statusOf,
  updateMessage,
  updateUnchanged,
  type MessageRow,
} from './message-repository.ts';
import { prepare, type Ended } from './prepare.ts';
import { maxAttempts } from './queue-jobs.ts';
import { openPayload, sealPayload, type Payload } from './queue.ts';
import { noteRefused } from './undeliverable.ts';
import { mailboxesIn } from './rendering/mailboxes.ts';
import type { RenderedMessage } from './rendering/renderer.ts';

/**
 * Renders a queued message once, sends it, and marks it. Safe to run twice: a settled message is
 * left alone, and a message that another worker holds is retried later. A crash can only repeat the
 * send in progress, with the same Message-ID. Throws when another attempt is due.
 */
export async function sendQueued(context: Context, of: RowOfContractor): Promise<void> {
  const failure = await attempt(context, of).catch((error: unknown) => giveUp(context, of, error));
  if (failure instanceof Error) throw failure;
}

/** Returns the reason for another attempt. */
async function attempt(context: Context, of: RowOfContractor): Promise<Error | 'settled' | null> {
  const outcome = await render(context, of);
  return outcome === 'ready' ? handOver(context, of) : outcome;
}

/**
 * After any error at the last attempt, staff find the message among the failed ones. Throws `error`
 * again when another attempt is due.
 */
async function giveUp(context: Context, of: RowOfContractor, error: unknown): Promise<null> {
  const isSettled =
    !(error instanceof HeldElsewhere) &&
    (await context.db.transaction(async (tx) => {
      const message = await lockQueued(tx, of);
      if (message === undefined || message.attempts < maxAttempts) return false;
      const payload = openPayload(context, message);
      await settle(context, tx, message, payload, { status: 'failed', reason: unexpected });
      return true;
    }));
  if (!isSettled) throw error;
  context.log.error(
    { err: error },
    `message ${of.id} failed for good after ${maxAttempts} attempts`,
  );
  return null;
}

/** The error goes to the log only, because it may contain a statement's parameters. */
const unexpected = 'Something unexpected went wrong on the server. Its log says what.';

class HeldElsewhere extends Error {
  constructor() {
    super('Another worker holds the message');
  }
}

/**
 * Stores the rendered message, or settles it when there is nothing to send. Returns the reason for
 * another attempt.
 */
async function render(context: Context, of: RowOfContractor): Promise<'ready' | 'settled' | Error> {
  const begun = await begin(context, of);
  if (typeof begun === 'string') return begun;
  const { message, payload } = begun;
  // Outside any transaction, because rendering may wait for a busy machine. Rendering twice stores
  // the same result.
  const outcome =
    payload === null ? unreadable : await prepare(context, message, payload, message.attempts);
  if ('rendered' in outcome && (await store(context, message, payload, outcome))) return 'ready';
  return context.db.transaction(async (tx) => {
    const stored = await takeQueued(tx, of);
    if (stored === undefined) return 'settled';
    if (openPayload(context, stored)?.rendered) return 'ready';
    if ('rendered' in outcome) throw new HeldElsewhere();
    const ended: Ended = 'again' in outcome ? { status: 'failed', reason: outcome.again } : outcome;
    const again = 'again' in outcome && message.attempts < maxAttempts;
    await (again
      ? updateMessage(tx, of, { reason: ended.reason })
      : settle(context, tx, stored, payload, ended));
    return again ? new Error(ended.reason) : 'settled';
  });
}

/** Stores a rendered message unless it changed in the meantime. Returns whether it did. */
function store(
  context: Context,
  message: MessageRow,
  payload: Payload | null,
  { rendered, builtIn = null }: { rendered: RenderedMessage; builtIn?: string | null },
): Promise<boolean> {
  const { from, to, bcc, subject, unsubscribeUrl } = rendered;
  const sealed = sealPayload(context, message.key, { data: {}, ...payload, rendered });
  const made = { from, to, bcc, subject, unsubscribeUrl, payload: sealed };
  return updateUnchanged(context.db, message, { ...made, reason: builtIn, builtInReason: builtIn });
}

/**
 * Counts an attempt. Returns the payload to render, unless the message is already rendered or
 * settled.
 */
async function begin(
  context: Context,
  of: RowOfContractor,
): Promise<'ready' | 'settled' | { message: MessageRow; payload: Payload | null }> {
  const message = await countAttempt(context.db, of);
  if (message === undefined) {
    await requireSettled(context.db, of);
    return 'settled';
  }
  const payload = openPayload(context, message);
  return payload?.rendered ? 'ready' : { message, payload };
}

/**
 * A queued message, locked until the transaction ends; undefined when it is settled. Throws while
 * another worker holds it: that worker may still fail, and a job that ends here would be lost. Also
 * throws when the message is missing.
 */
async function takeQueued(tx: Database, of: RowOfContractor): Promise<MessageRow | undefined> {
  const message = await lockQueued(tx, of);
  if (message === undefined) await requireSettled(tx, of);
  return message;
}

async function requireSettled(db: Database, of: RowOfContractor): Promise<void> {
  const status = await statusOf(db, of);
  if (status === undefined) throw new MissingRow('The message');
  if (status === 'queued') throw new HeldElsewhere();
}

const unreadable = {
  status: 'failed',
  reason: 'What the message is made of cannot be read with this ENCRYPTION_KEY',
} as const;

/**
 * Sends the message while its row is locked. This is the one external call inside a transaction:
 * the lock keeps a second worker from sending the same message. Returns the reason for another
 * attempt.
 */
async function handOver(context: Context, of: RowOfContractor): Promise<Error | null> {
  return context.db.transaction(async (tx) => {
    const message = await takeQueued(tx, of);
    if (message === undefined) return null;
    const payload = openPayload(context, message);
    if (!payload?.rendered) throw new Error('The message was not rendered');
    try {
      const refused = await context.transport.send(outgoing(context, message, payload.rendered));
      await noteRefused(tx, refused, context.clock.now());
    } catch (error) {
      const { message: reason } = errorOf(error);
      const refused = error instanceof MailRefused ? error.recipients : [];
      await noteRefused(tx, refused, context.clock.now());
      const last = error instanceof MailRefused || message.attempts >= maxAttempts;
      const toSender = refused.length > 0 ? cannotReceive.toSender : undefined;
      if (last) await settle(context, tx, message, payload, { status: 'failed', reason, toSender });
      else await updateMessage(tx, of, { reason });
      return last ? null : errorOf(error);
    }
    await settle(context, tx, message, payload, { status: 'sent' });
    return null;
  });
}

/** Whether the system wrote it rather than a person. */
export const isAutomatic = (event: string): boolean => event !== 'ask-question';

const outgoing = (
  { config }: Context,
  message: MessageRow,
  rendered: RenderedMessage,
): OutgoingMail => ({
  messageId: message.messageId,
  from: { name: config.mailFrom.name, address: rendered.from },
  to: mailboxesIn(rendered.to),
  bcc: mailboxesIn(rendered.bcc).map(({ address }) => address),
  replyTo: mailboxesIn(rendered.replyTo ?? '')[0] ?? null,
  automatic: isAutomatic(message.event),
  subject: rendered.subject,
  html: rendered.html,
  text: rendered.text,
  unsubscribeUrl: rendered.unsubscribeUrl,
});

/**
 * Settles a message. Its parts contain links, so they stay readable only where no mail server keeps
 * the message. A failed message keeps its encrypted payload, so that it can be rendered and sent
 * again.
 */
async function settle(
  context: Context,
  tx: Database,
  message: MessageRow,
  payload: Payload | null,
  outcome: Ended | { status: 'sent'; reason?: undefined; toSender?: undefined },
): Promise<void> {
  const { rendered, ...made } = payload ?? { data: {} };
  const to = message.to ?? made.data.to ?? made.data.user?.email ?? '';
  const keeps = context.transport.keepsMessages && outcome.status === 'sent';
  await updateMessage(tx, message, {
    status: outcome.status,
    settledAt: context.clock.now(),
    // An unreadable payload is kept: its key may be restored.
    ...(payload !== null && {
      payload: outcome.status === 'failed' ? sealPayload(context, message.key, made) : null,
    }),
    html: keeps ? (rendered?.html ?? null) : null,
    text: keeps ? (rendered?.text ?? null) : null,
    unsubscribeUrl: keeps ? (rendered?.unsubscribeUrl ?? null) : null,
    replyTo: keeps ? (rendered?.replyTo ?? null) : null,
    ...(outcome.reason !== undefined && { reason: outcome.reason }),
    // A failed message that was never rendered is listed by its intended recipient.
    ...(message.to === null && rendered === undefined && { to }),
  });
  const { status, reason, toSender } = outcome;
  await emitDelivery(tx, context, message, {
    channel: 'email',
    status,
    reason: toSender ?? reason ?? null,
    dueAt: null,
    at: context.clock.now(),
  });
  const { event } = message;
  const contractorId = contractorOf(message.contractorId);
  if (status === 'failed') await context.emit(tx, 'email.failed', { event, contractorId, to });
}
