import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { PushCarrier } from './services.ts';
import type { Vapid } from './vapid.ts';

export interface PushDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  /** 32 bytes: where a device is reached is stored sealed. */
  key: Uint8Array;
  vapid: Vapid;
  /** Hosts of push services that an operator allows besides the known ones. */
  services: readonly string[];
  carry: PushCarrier;
}
