import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';

export interface LegalDeps {
  db: Database;
  clock: Clock;
  /** Where the provider counts its days. */
  timeZone: string;
  /** The full names of accounts. */
  namesOf(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** The name and the e-mail of an account. */
  accountOf(
    db: Database,
    userId: number,
  ): Promise<{ firstname: string; lastname: string; email: string } | null>;
}
