import type { TextStatus } from '@lintel/contract/texts/constants';
import type { Database } from '../../platform/db/connect.ts';
import { aboutOf, type MessageAbout } from '../emails/index.ts';
import { updateText, type TextRow } from './repository.ts';

/** The delivery status of a text. */
export interface TextFate {
  contractorId: number;
  key: string;
  about: MessageAbout | null;
  status: TextStatus;
  /** Why it did not leave, or not yet. */
  reason: string | null;
  /** When it is tried again, while it waits. */
  dueAt: Date | null;
  at: Date;
}

/** Tells whoever caused a text what became of it, in the transaction in which that is noted. */
export type OnTextFate = (tx: Database, fate: TextFate) => Promise<void>;

export interface FateDeps {
  clock: { now(): Date };
  onFate: OnTextFate;
}

/** Notes what has become of a text, and tells whoever caused it. */
export async function settleFate(
  tx: Database,
  { clock, onFate }: FateDeps,
  text: TextRow,
  values: Parameters<typeof updateText>[2],
): Promise<void> {
  await updateText(tx, text, values);
  const { contractorId, key } = text;
  const { status = text.status, reason = text.reason, dueAt = text.dueAt } = values;
  await onFate(tx, {
    contractorId,
    key,
    about: aboutOf(text),
    status,
    reason,
    dueAt,
    at: clock.now(),
  });
}
