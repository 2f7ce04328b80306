import type { Tier } from '@lintel/contract/billing/tiers';
import type { ContractorBeyond } from '@lintel/contract/settings/team';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { Caller } from '../../platform/http/caller.ts';

/** What the settings ask of other domains. */
export interface SettingDeps {
  db: Database;
  clock: Clock;
  accountOf(
    db: Database,
    userId: number,
  ): Promise<{ firstname: string; lastname: string; email: string } | null>;
  isFlyerTemplate(db: Database, templateId: number): Promise<boolean>;
  teams: {
    /**
     * Locks the contractors that leave their number of team users to one of these tiers, so that
     * nobody joins a team meanwhile.
     */
    lock(tx: Database, tiers: readonly Tier[]): Promise<void>;
    /** Those of them with more active team users than the given limits, with the newest beyond. */
    beyond(db: Database, limits: Partial<Record<Tier, number>>): Promise<ContractorBeyond[]>;
    /** Deactivates the team users beyond a contractor's limit. */
    deactivate(
      tx: Database,
      caller: Caller,
      of: { contractorId: number; limit: number },
    ): Promise<unknown>;
  };
  /**
   * Contractors with an account: how many have accepted the agreement since a moment, and how many
   * have not.
   */
  agreementCounts(db: Database, since: Date | null): Promise<{ accepted: number; waiting: number }>;
}
