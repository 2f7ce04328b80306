import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';

export interface LegalDeps {
  db: Database;
  clock: Clock;
  /** The provider's time zone for dates. */
  timeZone: string;
  namesOf(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  accountOf(
    db: Database,
    userId: number,
  ): Promise<{ firstname: string; lastname: string; email: string } | null>;
}
