import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import type { MessageRow, MessageValues } from './repository.ts';
import type { ChannelName } from '../events.ts';

/** The result of an attempt. */
export type Outcome = Settlement | Postponed;

export interface Settlement {
  status: Exclude<MessageRow['status'], 'queued'>;
  /** Unchanged if undefined. */
  reason?: string | null;
  /** The reason for the message's author, if different. */
  toSender?: string | undefined;
  values?: MessageValues;
}

/** Another attempt is due, unless this was the last one. */
export interface Postponed {
  status: 'queued';
  reason: string;
  /** At least; the channel's own interval if undefined. */
  seconds?: number | undefined;
  /** The reason to store after the last attempt, if different. */
  atLast?: string;
  /** The provider certainly doesn't have it. */
  isClear?: boolean;
}

/** A locked message in an attempt. */
export interface Attempt {
  message: MessageRow;
  /** Since when an earlier attempt has been unclear. */
  unclearSince: Date | null;
}

/** The differences between channels. */
export interface Channel {
  name: ChannelName;
  maxAttempts: number;
  /** Seconds until the next attempt. */
  pause(attempts: number): number;
  /** The earliest time to send a message: `now`, or later. */
  earliest?(tx: Database, now: Date, message: MessageRow): Promise<Date>;
  /**
   * Outside of transactions, because rendering may wait for a busy machine. Returns an outcome when
   * there is nothing to send now.
   */
  prepare(context: Context, message: MessageRow): Promise<Outcome | null>;
  /**
   * Gives the message to its provider while its row is locked, which keeps a second worker from
   * sending it.
   */
  handOver(tx: Database, context: Context, attempt: Attempt): Promise<Outcome>;
  /** Additional values of a failed message, which staff can send again. */
  kept?(context: Context, message: MessageRow): MessageValues;
}
