import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { emitDelivery } from '../events.ts';
import { updateText, type TextRow } from './repository.ts';

/** Stores a text's delivery status, and emits it. */
export async function setDeliveryStatus(
  tx: Database,
  context: Context,
  text: TextRow,
  values: Parameters<typeof updateText>[2],
): Promise<void> {
  await updateText(tx, text, values);
  const { status = text.status, reason = text.reason, dueAt = text.dueAt } = values;
  const at = context.clock.now();
  await emitDelivery(tx, context, text, { channel: 'text', status, reason, dueAt, at });
}
