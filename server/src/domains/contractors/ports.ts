import type { Tier } from '@lintel/contract/billing/tiers';
import type { ContractorBeyond } from '@lintel/contract/contractors/tier-team-limits';
import type { Database } from '../../platform/db/connect.ts';
import type { Caller } from '../../platform/http/caller.ts';

export interface TeamUser {
  id: number;
  fullName: string;
  email: string;
}

interface NewOwner {
  contractorId: number;
  email: string;
  firstname: string;
  lastname: string;
  planId?: number | undefined;
  /** Null for no manager; when omitted, the contractor's manager, else its lead's owner. */
  managerId?: number | null | undefined;
}

declare module '../../platform/context.ts' {
  interface Context {
    /** Creates the owner's account and sends the confirmation e-mail; returns the account's id. */
    createOwner(context: Context, caller: Caller, owner: NewOwner): Promise<number>;
    team: {
      /** The active team users beyond a limit: the newest of the team. */
      beyond(db: Database, contractorId: number, limit: number): Promise<TeamUser[]>;
      /**
       * Contractors with more active team users than their tier's given limit, with their newest
       * users beyond.
       */
      beyondTiers(db: Database, limits: Partial<Record<Tier, number>>): Promise<ContractorBeyond[]>;
    };
  }
}
