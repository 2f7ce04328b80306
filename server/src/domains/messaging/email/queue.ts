import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import { seal, unseal } from '../../../platform/crypto/secrets.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { contractorOf, noContractor } from '../../../platform/db/no-contractor.ts';
import type { RowOfContractor } from '../../../platform/db/queries.ts';
import { enqueue, dequeue } from '../../../platform/jobs/job.ts';
import { oneByOne } from '../../../platform/jobs/one-by-one.ts';
import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import { aboutColumns, type MessageAbout } from '../about.ts';
import type { EmailRequest, ToUser } from './event-data.ts';
import { insertMessage, lockFailed, selectStranded, updateMessage } from './message-repository.ts';
import { sendKey, sendMessage } from './queue-jobs.ts';
import type { RenderedMessage } from './rendering/renderer.ts';

export interface EmailDeps {
  clock: Clock;
  /** 32 bytes: what a message is made of is stored encrypted, because it holds links. */
  mailKey: Uint8Array;
  /** The right side of each Message-ID. */
  mailDomain: string;
}

/** What a message of any event is made of. */
interface EmailData extends Partial<ToUser> {
  [more: string]: unknown;
}

export interface MessageRequest {
  /** A built-in event or one that staff made. */
  event: string;
  key: string;
  contractorId?: number | null;
  about?: MessageAbout | undefined;
  data: EmailData;
  draft?: Draft;
}

/** A draft to be sent as it is, instead of the event's template. */
export interface Draft {
  subject: string;
  body: string;
  unsubscribe: boolean;
}

/** What a queued message is made of; `rendered` once it was. */
export interface Payload {
  data: EmailData;
  draft?: Draft;
  rendered?: RenderedMessage;
}

/** Queues one of the product's own messages, as `queueMessage` does. */
export const queueEmail = (tx: Database, deps: EmailDeps, request: EmailRequest): Promise<void> =>
  queueMessage(tx, deps, request);

/**
 * Queues one message in the caller's transaction: it leaves when that commits, and never when it
 * doesn't. Nothing external happens here. An event without an enabled template is sent with the
 * product's own text when it is about the account, and is suppressed otherwise.
 */
export async function queueMessage(
  tx: Database,
  deps: EmailDeps,
  request: MessageRequest,
): Promise<void> {
  const { event, key, data, draft } = request;
  const contractorId = request.contractorId ?? noContractor;
  const id = await insertMessage(tx, {
    key,
    event,
    contractorId,
    ...aboutColumns(request.about),
    // Deletions of a person find the message by its recipient, also before it is rendered.
    to: data.to ?? data.user?.email ?? null,
    payload: sealPayload(deps.mailKey, key, { data, ...(draft && { draft }) }),
    messageId: `<${randomUUID()}@${deps.mailDomain}>`,
    createdAt: deps.clock.now(),
  });
  if (id !== null) await enqueueMessage(tx, { contractorId, id });
}

/** Queues the job of a message, which has one at a time. */
const enqueueMessage = (tx: Database, { contractorId, id }: RowOfContractor): Promise<void> =>
  enqueue(tx, sendMessage, { contractorId, id }, { key: sendKey(id) });

export const sealPayload = (mailKey: Uint8Array, key: string, payload: Payload): string =>
  seal(mailKey, JSON.stringify(payload), `email:${key}`);

/** What a stored message is made of, or null when it was sealed with another key. */
export function openPayload(
  mailKey: Uint8Array,
  message: { key: string; payload: string | null },
): Payload | null {
  const text =
    message.payload === null ? null : unseal(mailKey, message.payload, `email:${message.key}`);
  if (text === null) return null;
  const payload: Payload = JSON.parse(text);
  return payload;
}

type Deps = EmailDeps & { db: Database };

/**
 * Queues a failed message once more, with all its attempts. Throws `not_found` when it has not
 * failed.
 */
export async function retryFailed(deps: Deps, caller: Caller, id: number): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const message = await lockFailed(tx, id);
    if (message === undefined) throw new AppError('not_found');
    await updateMessage(tx, message, { status: 'queued', attempts: 0, settledAt: null });
    await enqueueMessage(tx, message);
    await recordAudit(tx, deps.clock, caller, {
      action: 'email.retried',
      entity: 'email-message',
      entityId: id,
      contractorId: contractorOf(message.contractorId),
      details: { event: message.event, reason: message.reason },
    });
  });
}

/**
 * Gives every queued message that has no job a new one. A message and its job are stored together
 * and the job goes last, so this finds only what a lost or given-up job has left behind. May run
 * twice: a message has one job.
 */
export async function resumeStranded({ db, log }: Deps & { log: Logger }): Promise<void> {
  await oneByOne(await selectStranded(db), {
    log,
    work: (of) =>
      db.transaction(async (tx) => {
        // One that failed for good has the key still, and would stay in the queue for ever.
        await dequeue(tx, sendKey(of.id));
        await enqueueMessage(tx, of);
      }),
    failed: ({ id }) => `Message ${id} got no new job`,
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
    await queueMessage(tx, deps, {
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

/** The users of a contractor who can be told, as identity knows them. */
export type ContactsOf = (
  db: Database,
  contractorId: number,
) => Promise<{ userId: number; email: string; firstname: string; lastname: string }[]>;
