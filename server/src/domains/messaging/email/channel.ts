import { cannotReceive } from '@lintel/contract/emails/constants';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { toError } from '../../../platform/errors.ts';
import { MailRefused, type OutgoingMail } from '../../../platform/mail/transport.ts';
import {
  updateUnchanged,
  type Attempt,
  type Channel,
  type MessageRow,
  type Outcome,
} from '../queue/index.ts';
import { prepare } from './prepare.ts';
import { openPayload, sealPayload, type Payload } from './queue.ts';
import { mailboxesIn } from './rendering/mailboxes.ts';
import type { RenderedMessage } from './rendering/renderer.ts';
import { saveRefused } from './undeliverable.ts';

/**
 * E-mails are rendered once, before the first attempt that reaches the mail server, and repeated
 * with the same Message-ID.
 */
export const emailChannel: Channel = {
  name: 'email',
  maxAttempts: 12,
  // About fifteen hours in all.
  pause: (attempts) => Math.exp(Math.min(10, attempts)),
  prepare: render,
  handOver,
  kept: withoutRendering,
};

/** Stores the rendered message. */
async function render(context: Context, message: MessageRow): Promise<Outcome | null> {
  const payload = openPayload(context, message);
  if (payload === null) return { status: 'failed', reason: unreadable };
  if (payload.rendered) return null;
  const prepared = await prepare(context, message, payload, message.attempts);
  if (!('rendered' in prepared)) return prepared;
  const { rendered, builtIn = null } = prepared;
  const { from: sender, to: recipient, bcc, subject } = rendered;
  const sealed = sealPayload(context, message.key, { ...payload, rendered });
  const values = { sender, recipient, bcc, subject, payload: sealed };
  // Another worker may have rendered it in the meantime, with the same result.
  await updateUnchanged(context.db, message, {
    ...values,
    reason: builtIn,
    builtInReason: builtIn,
  });
  return null;
}

const unreadable = "The message's data can't be decrypted with this ENCRYPTION_KEY";

async function handOver(tx: Database, context: Context, { message }: Attempt): Promise<Outcome> {
  const rendered = openPayload(context, message)?.rendered;
  if (rendered === undefined) throw new Error('The message was not rendered');
  const { transport, clock } = context;
  try {
    const refused = await transport.send(outgoing(context, message, rendered));
    await saveRefused(tx, refused, clock.now());
  } catch (error) {
    const { message: reason } = toError(error);
    if (!(error instanceof MailRefused)) return { status: 'queued', reason };
    await saveRefused(tx, error.recipients, clock.now());
    const toSender = error.recipients.length > 0 ? cannotReceive.toSender : undefined;
    return { status: 'failed', reason, toSender };
  }
  // The parts contain links, so they stay readable only where no mail server keeps the message.
  const { html, text, unsubscribeUrl, replyTo = null } = rendered;
  return {
    status: 'sent',
    ...(transport.keepsMessages && { values: { html, text, unsubscribeUrl, replyTo } }),
  };
}

/** A failed message is rendered again if staff send it again. An unreadable one is kept. */
function withoutRendering(context: Context, message: MessageRow): { payload?: string } {
  const payload = openPayload(context, message);
  if (payload === null) return {};
  const { rendered: _, ...made } = payload;
  return { payload: sealPayload(context, message.key, made satisfies Payload) };
}

/** Whether the system wrote it rather than a person. */
export const isAutomatic = (event: string): boolean => event !== 'ask-question';

const outgoing = (
  { config }: Context,
  { messageId, event }: MessageRow,
  rendered: RenderedMessage,
): OutgoingMail => ({
  messageId: messageId ?? '',
  from: { name: config.mailFrom.name, address: rendered.from },
  to: mailboxesIn(rendered.to),
  bcc: mailboxesIn(rendered.bcc).map(({ address }) => address),
  replyTo: mailboxesIn(rendered.replyTo ?? '')[0] ?? null,
  automatic: isAutomatic(event),
  subject: rendered.subject,
  html: rendered.html,
  text: rendered.text,
  unsubscribeUrl: rendered.unsubscribeUrl,
});
