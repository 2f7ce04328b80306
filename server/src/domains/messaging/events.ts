import type { TextStatus } from '@lintel/contract/texts/constants';
import type { MessageAbout } from './about.ts';

export const channelNames = ['email', 'text', 'push'] as const;
export type ChannelName = (typeof channelNames)[number];

/** The delivery status of a message about a contractor's row. */
export interface DeliveryResult {
  channel: ChannelName;
  contractorId: number;
  key: string;
  about: MessageAbout;
  status: TextStatus;
  /** Why it wasn't sent, or is delayed. */
  reason: string | null;
  /** When a queued message is retried. */
  dueAt: Date | null;
  at: Date;
}

/** A message that failed for good. */
export interface FailedMessage {
  event: string;
  contractorId: number | null;
  /** Empty for a device. */
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
    /** Also when the time of the next attempt changes. */
    'delivery.changed': DeliveryResult;
    'message.failed': FailedMessage;
    /** Not for a stop by staff, which may be a mistake and can be undone. */
    'number.stopped': StoppedNumber;
  }
}
