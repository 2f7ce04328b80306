import type { TextStatus } from '@lintel/contract/texts/constants';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import { noContractor } from '../../platform/db/no-contractor.ts';
import { aboutOf, type AboutColumns, type MessageAbout } from './about.ts';

/** The delivery status of an e-mail or text. */
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

/** An e-mail that failed for good. */
export interface FailedEmail {
  event: string;
  contractorId: number | null;
  to: string;
}

/** A number whose owner opted out, which ends consents to automated contact. */
export interface StoppedNumber {
  /** E.164. */
  number: string;
  now: Date;
}

declare module '../../platform/events.ts' {
  interface DomainEvents {
    /** For messages about a contractor's row; also when the time of the next attempt changes. */
    'delivery.changed': DeliveryResult;
    'email.failed': FailedEmail;
    /** Not for a stop by staff, which may be a mistake and can be undone. */
    'number.stopped': StoppedNumber;
  }
}

/** Emits a message's delivery status, in the transaction that stores it. */
export async function emitDelivery(
  tx: Database,
  { emit }: Pick<Context, 'emit'>,
  message: AboutColumns & { contractorId: number; key: string },
  result: Omit<DeliveryResult, 'contractorId' | 'key' | 'about'>,
): Promise<void> {
  const about = aboutOf(message);
  const { contractorId, key } = message;
  if (about === null || contractorId === noContractor) return;
  await emit(tx, 'delivery.changed', { ...result, contractorId, key, about });
}
