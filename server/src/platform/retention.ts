import type { RetentionKind } from '@lintel/contract/privacy/constants';
import type { Database } from './db/connect.ts';

/** What is due: what was last used before a moment. */
export interface Due {
  before: Date;
  now: Date;
}

/**
 * Rows that hold persons and are kept for a time, described by the domain that they belong to. What
 * is due and no longer needed loses its persons; counts, amounts and dates stay.
 */
export interface RetentionSource {
  kind: RetentionKind;
  /** What a run's record calls the rows. */
  name: string;
  /** How many rows are due. */
  countDue(db: Database, due: Due): Promise<number>;
  /**
   * Takes the persons out of up to `limit` rows that are due, and returns of how many. Rows that
   * somebody else has locked are left for later, and what was done is not due any more: it may run
   * twice, and several at a time.
   */
  anonymise(tx: Database, due: Due & { limit: number }): Promise<number>;
}
