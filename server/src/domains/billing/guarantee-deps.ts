import type { Database } from '../../platform/db/connect.ts';
import type { BillingDeps } from './deps.ts';

/** A complete application, as its domain knows it. */
export interface ClaimedApplication {
  id: number;
  applicantName: string;
  email: string;
  completedAt: Date;
  answered: boolean;
  hasOffers: boolean;
  flags: string[];
}

export interface GuaranteeDeps extends BillingDeps {
  /** The applications that were completed in a time, oldest first. */
  completedBetween(
    db: Database,
    contractorId: number,
    range: { start: Date; end: Date },
  ): Promise<ClaimedApplication[]>;
  applicationsWithIds(db: Database, ids: readonly number[]): Promise<ClaimedApplication[]>;
}
