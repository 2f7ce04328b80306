import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { MessagingDeps } from '../messaging/index.ts';

export interface LinkDeps {
  db: Database;
  clock: Clock;
  messaging: MessagingDeps;
  publicUrl: string;
  timeZone: string;
}
