import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { FileStore } from '../../platform/files/store.ts';
import type { CallCounter } from '../../platform/limits/counter.ts';
import type { Typesetter } from '../../platform/typeset/typesetter.ts';
import type { MessagingDeps } from '../messaging/index.ts';
import type { PaperLogos } from './quick/index.ts';

/**
 * Counts a text from a contractor to a number, in the caller's transaction; throws over the limit.
 */
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
  /** The color of headings and totals, `#RRGGBB`. */
  accent: string;
  /** Derives the secrets of links. */
  linkKey: Uint8Array;
}

/** A contractor's document, resolved by the endpoint's `owner`. */
export interface OwnedDocument {
  contractorId: number;
  documentId: number;
}
