import type { Language } from '@lintel/contract/core/language';
import type { Database } from './db/connect.ts';

/** Something that is known of a person, for that person to read. */
export interface CopiedItem {
  title: string;
  facts: readonly (readonly [label: string, value: string])[];
}

/** What a deletion leaves, and why. */
export interface Kept {
  what: string;
  why: string;
}

/** The same in each language in which that person may have asked. */
export type KeptWords = Record<Language, Kept>;

/** The applications of one person at one contractor that were made anonymous. */
export interface RemovedAt {
  contractorId: number;
  applicationIds: readonly number[];
  /** As the contractor knew the person. */
  personName: string;
}

export interface Erasing {
  /** In small letters. */
  email: string;
  /** What came later stays: the person has begun anew. */
  until: Date;
  now: Date;
}

/**
 * What a domain holds of people by their e-mail address: it can copy it for them, and remove it.
 */
export interface PersonSource {
  /** For the person and for staff: 'Applications'. */
  name: string;
  copy(db: Database, email: string): Promise<CopiedItem[]>;
  /** How much there is that a deletion would remove, and what it would keep. */
  look(db: Database, email: string, now: Date): Promise<{ count: number; kept: KeptWords[] }>;
  /**
   * Removes what nothing else needs, in the caller's transaction. Again it finds nothing. `waits`:
   * something is kept that goes once what holds it is over.
   */
  erase(
    tx: Database,
    erasing: Erasing,
  ): Promise<{ count: number; kept: KeptWords[]; waits: boolean; removedAt: RemovedAt[] }>;
  /** Addresses of people that it holds, in the order of the ids, for deletions to be repeated. */
  addresses(
    db: Database,
    from: { afterId: number; limit: number },
  ): Promise<readonly { id: number; email: string }[]>;
}
