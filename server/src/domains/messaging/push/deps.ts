import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { Holders } from '@lintel/contract/core/access';
import type { Database } from '../../../platform/db/connect.ts';
import type { PushCarrier } from './services.ts';
import type { Vapid } from './vapid.ts';

/** The accounts and sessions of a contractor's people, from the identity domain. */
export interface Accounts {
  accountOf(
    db: Database,
    userId: number,
  ): Promise<{
    contractorId: number | null;
    privileges: Holders['user'];
    isLimited: boolean;
  } | null>;
  livingSessions(db: Database, ids: readonly string[], now: Date): Promise<Set<string>>;
  deviceWords(userAgent: string): string;
  namesOf(db: Database, userIds: readonly number[]): Promise<ReadonlyMap<number, string>>;
}

export interface PushDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  /** 32 bytes, to encrypt subscriptions. */
  key: Uint8Array;
  vapid: Vapid;
  /** Additional push services that an operator allows, by host. */
  services: readonly string[];
  carry: PushCarrier;
  accounts: Accounts;
}
