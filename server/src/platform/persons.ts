import type { Language } from '@lintel/contract/core/language';
import type { Database } from './db/connect.ts';
import type { Emit } from './events.ts';

/** A fact about a person, for that person to read. */
export interface CopiedItem {
  title: string;
  facts: readonly (readonly [label: string, value: string])[];
}

/** What a deletion keeps, and why. */
export interface RetainedData {
  what: string;
  why: string;
}

/** Selects the text in the copy's language. */
export type Translate = (english: string, spanish: string) => string;
export const translateTo =
  (language: Language): Translate =>
  (english, spanish) =>
    language === 'es' ? spanish : english;

/** The text in each language that a person may use. */
export type RetainedDataTexts = Record<Language, RetainedData>;

/** One person's anonymized applications at one contractor. */
export interface RemovedAt {
  contractorId: number;
  applicationIds: readonly number[];
  /** The name that the contractor knew. */
  personName: string;
}

/** Why a record may belong to an address that it doesn't contain. */
export type MatchReason = 'phone' | 'merge' | 'application';

export interface Contacts {
  name: string;
  phone: string;
  email: string;
  address: string;
}

/** A record that may be about the owner of an address, for staff to decide. */
export interface PersonMatch {
  /** Identifies the record among a request's matches. */
  key: string;
  why: MatchReason;
  contractorId: number;
  /** The data given with the address, and the record's data. */
  given: Contacts;
  held: Contacts;
}

export interface ErasureRequest {
  /** Lowercase. */
  email: string;
  /** Keys of the matches that staff confirmed as the same person. */
  included?: readonly string[];
  /** Later records stay: the person has started over. */
  until: Date;
  now: Date;
}

/** A domain's personal data by e-mail address: it can be copied for the person, and removed. */
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
  /** Records that only staff can match to the person; none without the method. */
  matches?(db: Database, email: string): Promise<PersonMatch[]>;
  /** The number of records that a deletion would remove, and what it would keep. */
  look(
    db: Database,
    email: string,
    now: Date,
  ): Promise<{ count: number; kept: RetainedDataTexts[] }>;
  /**
   * Removes what nothing else needs, in the caller's transaction. Idempotent. `waits`: something is
   * kept until whatever requires it is over.
   */
  erase(
    tx: Database,
    erasing: ErasureRequest,
    emit: Emit,
  ): Promise<{ count: number; kept: RetainedDataTexts[]; waits: boolean; removedAt: RemovedAt[] }>;
  /** Stored addresses of people, ordered by id, to repeat deletions. */
  addresses(
    db: Database,
    from: { afterId: number; limit: number },
  ): Promise<readonly { id: number; email: string }[]>;
}
