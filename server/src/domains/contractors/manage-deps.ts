import type { Cancellation } from '@lintel/contract/billing/cancellation';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { Caller } from '../../platform/http/caller.ts';

interface TeamUser {
  id: number;
  fullName: string;
  email: string;
}

/** What the management of contractors asks of other domains. */
export interface ManageDeps {
  db: Database;
  clock: Clock;
  /** The CRM's address of a lead, with `{id}` in it. */
  leadTemplate: string;
  /** Makes the owner's account and sends the confirmation e-mail; returns the account's id. */
  createOwner(caller: Caller, owner: NewOwner): Promise<number>;
  /** The full names of accounts by their id. */
  namesOf(db: Database, userIds: readonly number[]): Promise<Map<number, string>>;
  team: {
    /** The active team users beyond a limit, the newest of the team. */
    beyond(db: Database, contractorId: number, limit: number): Promise<TeamUser[]>;
    /** Deactivates them. */
    deactivate(
      tx: Database,
      caller: Caller,
      of: { contractorId: number; limit: number },
    ): Promise<TeamUser[]>;
  };
  /**
   * What the subscription does when staff change how a contractor stands; called with the
   * contractor locked.
   */
  subscription: {
    cancel(
      tx: Database,
      caller: Caller,
      of: { contractorId: number; decision: Cancellation | undefined },
    ): Promise<void>;
    /** After the contractor got another plan. */
    planChanged(
      tx: Database,
      of: { contractorId: number; oldPlanId: number | null },
    ): Promise<void>;
    reopen(tx: Database, caller: Caller, contractorId: number): Promise<void>;
  };
}

interface NewOwner {
  contractorId: number;
  email: string;
  firstname: string;
  lastname: string;
  planId?: number | undefined;
  /** Null for nobody; without it the contractor's own, else the owner of its lead. */
  managerId?: number | null | undefined;
}
