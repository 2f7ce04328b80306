import type { Database } from '../../../platform/db/connect.ts';
import type { NoteResult } from '../results.ts';
import { updateText, type TextRow } from './repository.ts';

export interface StatusDeps {
  clock: { now(): Date };
  noteResult: NoteResult;
}

/** Stores a text's delivery status, and passes it on. */
export async function setDeliveryStatus(
  tx: Database,
  { clock, noteResult }: StatusDeps,
  text: TextRow,
  values: Parameters<typeof updateText>[2],
): Promise<void> {
  await updateText(tx, text, values);
  const { status = text.status, reason = text.reason, dueAt = text.dueAt } = values;
  await noteResult(tx, text, { channel: 'text', status, reason, dueAt, at: clock.now() });
}
