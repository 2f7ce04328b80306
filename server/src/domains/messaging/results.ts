import type { TextStatus } from '@lintel/contract/texts/constants';
import type { Database } from '../../platform/db/connect.ts';
import { noContractor } from '../../platform/db/no-contractor.ts';
import { aboutOf, type AboutColumns, type AboutKind, type MessageAbout } from './about.ts';

/** The delivery status of an e-mail or text, for the domain that it is about. */
export interface DeliveryResult {
  channel: 'email' | 'text';
  contractorId: number;
  key: string;
  about: MessageAbout;
  status: TextStatus;
  /** Why it wasn't sent, or is delayed. */
  reason: string | null;
  /** When a queued text is retried. */
  dueAt: Date | null;
  at: Date;
}

/** The listeners by message kind. */
export type ResultListeners = Partial<
  Record<AboutKind, (tx: Database, result: DeliveryResult) => Promise<void>>
>;

/** Passes a message's result on, in the transaction that stores it. */
export type NoteResult = (
  tx: Database,
  message: AboutColumns & { contractorId: number; key: string },
  result: Omit<DeliveryResult, 'contractorId' | 'key' | 'about'>,
) => Promise<void>;

/** Finds the listener for a result by the columns of its message. */
export const resultsTo =
  (listeners: ResultListeners): NoteResult =>
  async (tx, message, result) => {
    const about = aboutOf(message);
    const { contractorId, key } = message;
    if (about === null || contractorId === noContractor) return;
    await listeners[about.kind]?.(tx, { ...result, contractorId, key, about });
  };
