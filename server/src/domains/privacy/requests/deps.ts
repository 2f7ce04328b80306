import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/connect.ts';
import type { FileStore } from '../../../platform/files/store.ts';
import type { CallCounter } from '../../../platform/limits/counter.ts';
import type { PersonSource } from '../../../platform/persons.ts';
import type { MessagingDeps } from '../../messaging/index.ts';

interface Contact {
  firstname: string;
  lastname: string;
  email: string;
}

export interface RequestDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  counter: CallCounter;
  messaging: MessagingDeps;
  files: FileStore;
  publicUrl: string;
  timeZone: string;
  /** 32 bytes: seals stored copies. */
  copyKey: Uint8Array;
  /** 32 bytes: deleted addresses are stored as keyed hashes. */
  erasureKey: Uint8Array;
  /** Every source of personal data. */
  persons: readonly PersonSource[];
  /** The contractor's users who receive notifications. */
  contactsOf(db: Database, contractorId: number): Promise<(Contact & { userId: number })[]>;
  companyOf(db: Database, contractorId: number): Promise<string>;
  /** Staff who handle requests. */
  staffFor(db: Database): Promise<(Contact & { id: number })[]>;
  namesOf(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
}
