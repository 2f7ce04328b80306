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

/** Picks the words in the language of a copy. */
export type Say = (english: string, spanish: string) => string;
export const sayIn =
  (language: Language): Say =>
  (english, spanish) =>
    language === 'es' ? spanish : english;

/** The same in each language in which that person may have asked. */
export type KeptWords = Record<Language, Kept>;

/** The applications of one person at one contractor that were made anonymous. */
export interface RemovedAt {
  contractorId: number;
  applicationIds: readonly number[];
  /** As the contractor knew the person. */
  personName: string;
}

/** How a record came to be close to an address without the address having given it. */
export type MatchReason = 'phone' | 'merge' | 'application';

export interface Contacts {
  name: string;
  phone: string;
  email: string;
  address: string;
}

/** A record that may be about the owner of an address, for staff to decide. */
export interface PersonMatch {
  /** Names the record among all matches of a request. */
  key: string;
  why: MatchReason;
  contractorId: number;
  /** What was given with the address, and what the record says. */
  given: Contacts;
  held: Contacts;
}

export interface Erasing {
  /** In lowercase. */
  email: string;
  /** Keys of the matches that staff decided are the same person. */
  included?: readonly string[];
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
  /** For a person who reads Spanish. */
  spanishName: string;
  /** Everything about the person, in the language that the person reads. */
  copy(
    db: Database,
    email: string,
    included: readonly string[],
    language: Language,
  ): Promise<CopiedItem[]>;
  /** Records that only staff can tell to be the same person's; none where the method is missing. */
  matches?(db: Database, email: string): Promise<PersonMatch[]>;
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
