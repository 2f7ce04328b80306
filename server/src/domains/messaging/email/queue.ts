import { randomUUID } from 'node:crypto';
import type { Context } from '../../../platform/context.ts';
import { seal, unseal } from '../../../platform/crypto/secrets.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { contractorOf, noContractor } from '../../../platform/db/no-contractor.ts';
import type { RowOfContractor } from '../../../platform/db/queries.ts';
import { enqueue, dequeue } from '../../../platform/jobs/job.ts';
import { oneByOne } from '../../../platform/jobs/one-by-one.ts';
import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import { aboutColumns, type MessageAbout } from '../about.ts';
import type { MessagingContext } from '../context.ts';
import type { EmailRequest, ToUser } from './event-data.ts';
import { insertMessage, lockFailed, selectStranded, updateMessage } from './message-repository.ts';
import { sendKey, sendMessage } from './queue-jobs.ts';
import type { RenderedMessage } from './rendering/renderer.ts';

/** The data of a message of any event. */
interface EmailData extends Partial<ToUser> {
  [more: string]: unknown;
}

type MailContext = Omit<MessagingContext, 'texts'>;

export interface MessageRequest {
  /** A built-in or custom event. */
  event: string;
  key: string;
  contractorId?: number | null;
  about?: MessageAbout | undefined;
  data: EmailData;
  draft?: Draft;
}

/** A draft, sent instead of the event's template. */
export interface Draft {
  subject: string;
  body: string;
  unsubscribe: boolean;
}

/** A queued message's payload; `rendered` is set after rendering. */
export interface Payload {
  data: EmailData;
  draft?: Draft;
  rendered?: RenderedMessage;
}

/** Queues a built-in message; see `queueMessage`. */
export const queueEmail = (
  tx: Database,
  context: MailContext,
  request: EmailRequest,
): Promise<void> => queueMessage(tx, context, request);

/**
 * Queues one message in the caller's transaction: it is sent when that commits, and never when it
 * doesn't. Nothing external happens here. For an event without an enabled template, account
 * messages use the built-in text and others are suppressed.
 */
export async function queueMessage(
  tx: Database,
  context: MailContext,
  request: MessageRequest,
): Promise<void> {
  const { event, key, data, draft } = request;
  const contractorId = request.contractorId ?? noContractor;
  const id = await insertMessage(tx, {
    key,
    event,
    contractorId,
    ...aboutColumns(request.about),
    // Deletions of a person's data find the message by its recipient, even before it is rendered.
    to: data.to ?? data.user?.email ?? null,
    payload: sealPayload(context, key, { data, ...(draft && { draft }) }),
    messageId: newMessageId(context),
    createdAt: context.clock.now(),
  });
  if (id !== null) await enqueueMessage(tx, { contractorId, id });
}

const newMessageId = ({ config: { mailFrom } }: MailContext): string =>
  `<${randomUUID()}@${mailFrom.address.split('@').at(-1) ?? 'localhost'}>`;

/** Queues a message's job; a message has one at a time. */
const enqueueMessage = (tx: Database, { contractorId, id }: RowOfContractor): Promise<void> =>
  enqueue(tx, sendMessage, { contractorId, id }, { key: sendKey(id) });

/** Payloads are stored encrypted, because they hold links. */
export const mailKeyOf = ({ keys }: Pick<Context, 'keys'>): Uint8Array =>
  keys.derive('mail payload');

export const sealPayload = (
  context: Pick<Context, 'keys'>,
  key: string,
  payload: Payload,
): string => seal(mailKeyOf(context), JSON.stringify(payload), `email:${key}`);

/** A stored payload, or null when it was sealed with another key. */
export function openPayload(
  context: Pick<Context, 'keys'>,
  { key, payload: sealed }: { key: string; payload: string | null },
): Payload | null {
  const text = sealed === null ? null : unseal(mailKeyOf(context), sealed, `email:${key}`);
  if (text === null) return null;
  const payload: Payload = JSON.parse(text);
  return payload;
}

/**
 * Queues a failed message again, with all its attempts. Throws `not_found` when it hasn't failed.
 */
export async function retryFailed(context: Context, caller: Caller, id: number): Promise<void> {
  await context.db.transaction(async (tx) => {
    const message = await lockFailed(tx, id);
    if (message === undefined) throw new AppError('not_found');
    await updateMessage(tx, message, { status: 'queued', attempts: 0, settledAt: null });
    await enqueueMessage(tx, message);
    await recordAudit(tx, context.clock, caller, {
      action: 'email.retried',
      entity: 'email-message',
      entityId: id,
      contractorId: contractorOf(message.contractorId),
      details: { event: message.event, reason: message.reason },
    });
  });
}

/**
 * Queues a new job for each queued message without one. A message and its job are stored in one
 * transaction and the job is deleted last, so this finds only messages whose job was lost or gave
 * up. Safe to run twice: a message has one job.
 */
export async function resumeStranded({ db, log }: Context): Promise<void> {
  await oneByOne(await selectStranded(db), {
    log,
    work: (of) =>
      db.transaction(async (tx) => {
        // A job that failed for good still holds the key, and would stay in the queue forever.
        await dequeue(tx, sendKey(of.id));
        await enqueueMessage(tx, of);
      }),
    failed: ({ id }) => `Message ${id} got no new job`,
  });
}

/** Sends a draft with sample data to the signed-in user. */
export async function sendTest(
  context: Context,
  caller: Caller,
  request: { event: string; draft: Draft; sample: Record<string, unknown> },
): Promise<void> {
  const { event, draft, sample } = request;
  await context.db.transaction(async (tx) => {
    const key = `test:${randomUUID()}`;
    await queueMessage(tx, context, {
      event,
      key,
      data: { ...sample, to: caller.authenticated.email },
      draft,
    });
    await recordAudit(tx, context.clock, caller, {
      action: 'email.test-sent',
      entity: 'email-event',
      entityId: event,
    });
  });
}
