import type { Cancellation } from '@lintel/contract/billing/cancellation';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { Caller } from '../../platform/http/caller.ts';

interface TeamUser {
  id: number;
  fullName: string;
  email: string;
}

/** What contractor management needs from other domains. */
export interface ManageDeps {
  db: Database;
  clock: Clock;
  /** The CRM's URL of a lead, containing `{id}`. */
  leadTemplate: string;
  /** Creates the owner's account and sends the confirmation e-mail; returns the account's id. */
  createOwner(caller: Caller, owner: NewOwner): Promise<number>;
  /** Full names by account id. */
  namesOf(db: Database, userIds: readonly number[]): Promise<Map<number, string>>;
  team: {
    /** The active team users beyond a limit: the newest of the team. */
    beyond(db: Database, contractorId: number, limit: number): Promise<TeamUser[]>;
    deactivate(
      tx: Database,
      caller: Caller,
      of: { contractorId: number; limit: number },
    ): Promise<TeamUser[]>;
  };
  /**
   * Subscription changes when staff change a contractor's payment status; called with the
   * contractor locked.
   */
  subscription: {
    cancel(
      tx: Database,
      caller: Caller,
      of: { contractorId: number; decision: Cancellation | undefined },
    ): Promise<void>;
    /** Called after a plan change. */
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
  /** Null for no manager; when omitted, the contractor's manager, else its lead's owner. */
  managerId?: number | null | undefined;
}
