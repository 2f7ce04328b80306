import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { toContractorId, noContractor } from '../../../platform/db/no-contractor.ts';
import { readAbout } from '../about.ts';
import type { DeliveryResult } from '../events.ts';
import { updateMessage, type MessageRow, type MessageValues } from './repository.ts';

/** Emits a delivery status, in the transaction that stores it. */
export async function emitDelivery(
  tx: Database,
  { clock, emit }: Pick<Context, 'clock' | 'emit'>,
  message: Pick<
    MessageRow,
    'contractorId' | 'channel' | 'key' | 'aboutKind' | 'aboutId' | 'aboutPart'
  >,
  result: Pick<DeliveryResult, 'status' | 'reason' | 'dueAt'>,
): Promise<void> {
  const { contractorId, channel, key } = message;
  const about = readAbout(message);
  if (about === null || contractorId === noContractor) return;
  await emit(tx, 'delivery.changed', {
    ...result,
    channel,
    contractorId,
    key,
    about,
    at: clock.now(),
  });
}

/**
 * Stores a message's delivery status with other values, and emits it. `toSender` replaces the
 * reason in the event.
 */
export async function setDelivery(
  tx: Database,
  context: Context,
  message: MessageRow,
  { toSender, ...values }: MessageValues & { toSender?: string | undefined },
): Promise<void> {
  await updateMessage(tx, message, values);
  const { status = message.status, reason = message.reason, dueAt = message.dueAt } = values;
  await emitDelivery(tx, context, message, { status, reason: toSender ?? reason, dueAt });
  if (status !== 'failed') return;
  const { event, recipient } = message;
  const contractorId = toContractorId(message.contractorId);
  await context.emit(tx, 'message.failed', { event, contractorId, to: recipient ?? '' });
}
