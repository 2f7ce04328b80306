import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { toError } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs/job.ts';
import { readContractorZone } from '../../contractors/index.ts';
import type { Attempt, Channel, MessageRow, Outcome } from '../queue/index.ts';
import { nextTextTime, secondsLeftInDay } from './numbers.ts';
import {
  TextDelayed,
  TextRejected,
  type OutgoingText,
  type ProviderReceipt,
  type TextProvider,
} from './provider.ts';
import { withdrawConsent } from './queue-jobs.ts';
import { openBody } from './queue.ts';
import { findStop } from './repository.ts';
import { stopNumber } from './stops.ts';

/**
 * Texts wait for the morning. After an unclear outcome, including a crash, the text is looked up at
 * the provider before it is sent again.
 */
export const textChannel: Channel = {
  name: 'text',
  maxAttempts: 10,
  pause: (attempts) => Math.min(3600, 15 * 2 ** attempts),
  earliest: async (tx, now, { recipient, contractorId }) => {
    const zone = await readContractorZone(tx, contractorId, '');
    return nextTextTime(recipient ?? '', now, zone);
  },
  prepare: async ({ db }, { recipient }) =>
    recipient === null || (await findStop(db, recipient)) !== undefined
      ? { status: 'suppressed', reason: 'The number opted out of texts' }
      : null,
  handOver,
};

async function handOver(
  tx: Database,
  context: Context,
  { message, unclearSince }: Attempt,
): Promise<Outcome> {
  const provider = context.texts();
  if (provider === null)
    return { status: 'queued', reason: 'No SMS provider is set up', isClear: true };
  const { recipient: to, contractorId } = message;
  const body = openBody(context, message);
  if (body === null || to === null) return { status: 'failed', reason: unreadable };
  const zone = await readContractorZone(tx, contractorId, '');
  const outgoing: OutgoingText = {
    to,
    body,
    statusUrl: statusUrl(context, message),
    validSeconds: secondsLeftInDay(to, context.clock.now(), zone),
  };
  try {
    const { id, delivery } = await offer(provider, outgoing, unclearSince);
    const text = provider.keepsTexts ? body : null;
    const values = { provider: provider.name, providerId: id, text };
    return { status: delivery, reason: null, values };
  } catch (error) {
    return refusal(tx, context, message, toError(error));
  }
}

const unreadable = "The text's data can't be decrypted with this ENCRYPTION_KEY";

/** The webhook for a text's delivery status. */
const statusUrl = ({ config }: Context, { contractorId, id }: MessageRow): string =>
  `${config.publicUrl}/api/v1/integrations/texts/${contractorId}/${id}/status`;

async function offer(
  provider: TextProvider,
  text: OutgoingText,
  unclearSince: Date | null,
): Promise<ProviderReceipt> {
  const found = unclearSince === null ? null : await provider.find(text, unclearSince);
  return found ?? provider.send(text);
}

async function refusal(
  tx: Database,
  context: Context,
  { contractorId, id, recipient }: MessageRow,
  error: Error,
): Promise<Outcome> {
  const { message: reason } = error;
  if (error instanceof TextDelayed)
    return { status: 'queued', reason, seconds: error.seconds, isClear: true };
  if (!(error instanceof TextRejected)) {
    const atLast = `${reason}. It is unknown whether the provider accepted it.`;
    return { status: 'queued', reason, atLast };
  }
  if (error.stopped && recipient !== null) {
    await stopNumber(tx, context, { number: recipient, source: 'provider', by: null });
    // In its own transaction: another one may hold the homeowner's application while it waits for
    // this text.
    await enqueue(tx, withdrawConsent, { contractorId, id }, { key: `text-stopped:${id}` });
  }
  return { status: 'failed', reason };
}
