import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { FileStore } from '../../platform/files/store.ts';
import type { CallCounter } from '../../platform/limits/counter.ts';
import type { Typesetter } from '../../platform/typeset/typesetter.ts';
import type { MessagingDeps } from '../messaging/index.ts';
import type { PaperLogos } from './quick/index.ts';

/** Counts a text of a contractor to a number, in the caller's transaction; throws where it is too many. */
export type CountText = (tx: Database, of: { contractorId: number; to: string }) => Promise<void>;

export interface DocumentDeps {
  db: Database;
  clock: Clock;
  files: FileStore;
  counter: CallCounter;
  messaging: MessagingDeps;
  countText: CountText;
  logos: PaperLogos;
  typesetter: Typesetter;
  publicUrl: string;
  timeZone: string;
  /** The colour of headings and totals, `#RRGGBB`. */
  accent: string;
  /** From it the secrets of links are made. */
  linkKey: Uint8Array;
}

/** A document of a contractor, as `owner` of the endpoints finds it. */
export interface OwnedDocument {
  contractorId: number;
  documentId: number;
}
