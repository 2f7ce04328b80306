import type { HoldReason, W9Status } from '@lintel/contract/payouts-constants';

/** What decides whether a contractor's payouts wait. */
export interface HoldFacts {
  method: { heldUntil: Date | null; returnCode: string } | null;
  w9Status: W9Status;
  /** A total of a calendar year has reached the threshold. */
  w9Needed: boolean;
}

/** What payouts wait for at `now`, in the order in which the contractor should see to it; nothing: they are due. */
export function holdReasonsOf({ method, w9Status, w9Needed }: HoldFacts, now: Date): HoldReason[] {
  const reasons: HoldReason[] = [];
  if (method === null) reasons.push('no-bank-details');
  else if (method.returnCode !== '') reasons.push('bank-details-returned');
  else if (method.heldUntil !== null && method.heldUntil > now) reasons.push('bank-details-changed');
  if (w9Needed && w9Status !== 'Verified') reasons.push('w9');
  return reasons;
}
