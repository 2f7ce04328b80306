import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { AddressNotification } from '../messaging/index.ts';
import type { Vault } from './vault.ts';

/** The e-mails to owners. */
export type OwnerEvent = 'payout-method-changed' | 'payout-sent' | 'payout-returned' | 'w9-status';
export type PayoutEvent = OwnerEvent | 'payout-run-waiting';

/** An account of staff who may pay. */
interface Payer {
  id: number;
  firstname: string;
  lastname: string;
  email: string;
}

/** What all of payouts depends on. */
export interface PayoutDeps {
  db: Database;
  clock: Clock;
  /** Queues a message in the caller's transaction. */
  queueMail(tx: Database, request: AddressNotification<PayoutEvent>): Promise<void>;
  vault: Vault;
  publicUrl: string;
  /** In which days, months and years are counted. */
  timeZone: string;
  log: Logger;
  /** The names of accounts by their id. */
  namesOf(db: Database, userIds: readonly number[]): Promise<Map<number, string>>;
  /** Everybody who may prepare runs and release those of others. */
  payersOf(db: Database): Promise<Payer[]>;
}
