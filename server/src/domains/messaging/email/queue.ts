import { randomUUID } from 'node:crypto';
import type { Context } from '../../../platform/context.ts';
import { seal, unseal } from '../../../platform/crypto/secrets.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { noContractor } from '../../../platform/db/no-contractor.ts';
import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import type { MessageAbout } from '../about.ts';
import type { MessagingContext } from '../context.ts';
import { queue } from '../queue/index.ts';
import type { EmailRequest, ToUser } from './event-data.ts';
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
  await queue(tx, {
    channel: 'email',
    key,
    event,
    contractorId,
    about: request.about,
    // Deletions of a person's data find the message by its recipient, even before it is rendered.
    recipient: data.to ?? data.user?.email ?? null,
    payload: sealPayload(context, key, { data, ...(draft && { draft }) }),
    messageId: newMessageId(context),
    createdAt: context.clock.now(),
  });
}

const newMessageId = ({ config: { mailFrom } }: MailContext): string =>
  `<${randomUUID()}@${mailFrom.address.split('@').at(-1) ?? 'localhost'}>`;

/** Payloads are stored encrypted, because they hold links. */
const payloadKey = ({ keys }: Pick<Context, 'keys'>): Uint8Array => keys.derive('mail payload');

export const sealPayload = (
  context: Pick<Context, 'keys'>,
  key: string,
  payload: Payload,
): string => seal(payloadKey(context), JSON.stringify(payload), `email:${key}`);

/** A stored payload, or null when it was sealed with another key. */
export function openPayload(
  context: Pick<Context, 'keys'>,
  { key, payload: sealed }: { key: string; payload: string | null },
): Payload | null {
  const text = sealed === null ? null : unseal(payloadKey(context), sealed, `email:${key}`);
  if (text === null) return null;
  const payload: Payload = JSON.parse(text);
  return payload;
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
