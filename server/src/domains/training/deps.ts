import type { Brand } from '@lintel/contract/brand';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { FileStore } from '../../platform/files/store.ts';
import type { Helpers } from '../../platform/helper/pool.ts';
import type { MessagingDeps } from '../messaging/index.ts';

export interface MaterialDeps {
  db: Database;
  clock: Clock;
  files: FileStore;
  helpers: Helpers;
}

export interface TrainingDeps extends MaterialDeps {
  messaging: MessagingDeps;
  brand: Brand;
  /** Size limit of an uploaded video, in bytes. */
  maxVideoBytes: number;
}
