import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/connect.ts';
import type { FileStore } from '../../../platform/files/store.ts';
import type { CallCounter } from '../../../platform/limits/counter.ts';
import type { PersonSource } from '../../../platform/persons.ts';
import type { EmailDeps } from '../../messaging/index.ts';

interface Contact {
  firstname: string;
  lastname: string;
  email: string;
}

/** What answering homeowners stands on. */
export interface RequestDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  counter: CallCounter;
  mail: EmailDeps;
  files: FileStore;
  publicUrl: string;
  timeZone: string;
  /** 32 bytes: copies are stored sealed. */
  copyKey: Uint8Array;
  /** 32 bytes: deleted addresses are remembered as keyed hashes. */
  erasureKey: Uint8Array;
  /** All that holds something of people. */
  persons: readonly PersonSource[];
  /** The users of a contractor who can be told. */
  contactsOf(db: Database, contractorId: number): Promise<(Contact & { userId: number })[]>;
  companyOf(db: Database, contractorId: number): Promise<string>;
  /** Staff who answer requests. */
  staffFor(db: Database): Promise<(Contact & { id: number })[]>;
  /** The full names of accounts. */
  namesOf(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
}
