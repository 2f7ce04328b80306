import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { AddressNotification } from '../messaging/index.ts';
import type { Vault } from './vault.ts';

/** The e-mails to owners. */
export type OwnerEvent = 'payout-method-changed' | 'payout-sent' | 'payout-returned' | 'w9-status';
export type PayoutEvent = OwnerEvent | 'payout-run-waiting';

/** A staff account that can pay. */
interface Payer {
  id: number;
  firstname: string;
  lastname: string;
  email: string;
}

export interface PayoutDeps {
  db: Database;
  clock: Clock;
  /** Queues a message in the caller's transaction. */
  queueMail(tx: Database, request: AddressNotification<PayoutEvent>): Promise<void>;
  vault: Vault;
  publicUrl: string;
  /** The zone of days, months, and years. */
  timeZone: string;
  log: Logger;
  /** Full names by account id. */
  namesOf(db: Database, userIds: readonly number[]): Promise<Map<number, string>>;
  /** Everyone who can prepare runs and release others' runs. */
  payersOf(db: Database): Promise<Payer[]>;
}
