import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { EmailDeps, TextDeps } from '../messaging/index.ts';

export interface LinkDeps {
  db: Database;
  clock: Clock;
  mail: EmailDeps;
  text: TextDeps;
  publicUrl: string;
  timeZone: string;
}
