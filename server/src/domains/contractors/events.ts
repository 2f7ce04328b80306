import type { Cancellation } from '@lintel/contract/billing/cancellation';
import type { Caller } from '../../platform/http/caller.ts';

/** Changes of a contractor by staff; the contractor is locked. */
declare module '../../platform/events.ts' {
  interface DomainEvents {
    'contractor.canceled': {
      caller: Caller;
      contractorId: number;
      decision: Cancellation | undefined;
    };
    'contractor.renewed': { caller: Caller; contractorId: number };
    'contractor.plan-changed': { contractorId: number; oldPlanId: number | null };
    /** The team's limit may be lower than before. */
    'contractor.team-limited': { caller: Caller; contractorId: number; limit: number };
  }
}
