import type { RetentionKind } from '@lintel/contract/privacy/constants';
import type { Database } from './db/connect.ts';
import type { Emit } from './events.ts';

/** Selects rows last used before a moment. */
export interface Due {
  before: Date;
  now: Date;
}

/**
 * Rows with personal data and a retention period, described by their domain. Expired, unneeded rows
 * are anonymized; counts, amounts, and dates stay.
 */
export interface RetentionSource {
  kind: RetentionKind;
  /** The rows' name in the run's record. */
  name: string;
  /** The number of expired rows. */
  countDue(db: Database, due: Due): Promise<number>;
  /**
   * Anonymizes up to `limit` expired rows, and returns their number. Skips locked rows until a
   * later run, and processed rows are no longer due, so it can run twice or concurrently.
   */
  anonymise(tx: Database, due: Due & { limit: number }, emit: Emit): Promise<number>;
}
